import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolders } from '../../src/disk/folders.ts';

test('makes private folders, and takes those that are there', () => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  makeFolders(join(root, 'a/b'));
  makeFolders(join(root, 'a/b/c'));
  expect(statSync(join(root, 'a/b/c')).mode & 0o777).toBe(0o700);
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolders(join(root, 'file/below'))).toThrow('ENOTDIR');
});

// In a process of its own, because Node's recursive `mkdir` never ends there.
test.runIf(process.platform === 'linux')('gives up below a folder that takes no entries', () => {
  const module = join(import.meta.dirname, '../../src/disk/folders.ts');
  const script = `const { makeFolders } = await import(${JSON.stringify(module)});
    try { makeFolders('/proc/1/held/more'); } catch (error) { console.log(error.code); }`;
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect([signal, stdout.trim()]).toEqual([null, 'ENOENT']);
});
