import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restoreStart, type RestoredStart, type StoredStart } from '../../src/touched/restore-start.ts';
import { createStartList } from '../../src/touched/start-list.ts';
import { git, hasGit } from '../support/git.ts';
import { project, put } from '../support/project.ts';
import { tempFolder } from '../support/temp-folder.ts';

const TIME = { timeoutMs: 60_000 };

describe.runIf(hasGit)('the restored files of a start', () => {
  test('are those of the start, also changed and new ones that git never had, and links', async () => {
    const root = project({
      '.gitignore': '',
      'src/a.js': 'committed',
      'src/same.js': 'same',
      'gone.js': 'here',
    });
    put(root, 'src/a.js', 'changed before');
    put(root, 'new with ü.js', 'untracked before');
    symlinkSync('src/a.js', join(root, 'link'));
    const start = begin(root);
    put(root, 'src/a.js', 'changed by the agent');
    put(root, 'later.js', 'by the agent');
    rmSync(join(root, 'gone.js'));
    rmSync(join(root, 'new with ü.js'));
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'two');
    const { folder } = await restore(root, start);
    expect(readdirSync(folder).sort()).toEqual(
      ['.git', '.gitignore', 'gone.js', 'link', 'new with ü.js', 'src'].sort(),
    );
    expect(read(folder, 'src/a.js')).toBe('changed before');
    expect(read(folder, 'new with ü.js')).toBe('untracked before');
    expect(readlinkSync(join(folder, 'link'))).toBe('src/a.js');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(git(folder, 'rev-parse', '--show-toplevel').trim()).toBe(folder);
  });

  test('have dependencies as links, other ignored files as copies, and no files of a loop', async () => {
    const root = project({ 'packages/a/index.js': 'old', '.gitignore': 'node_modules/\ndist/\n.env\n' });
    put(root, 'node_modules/dep/index.js', 'dep');
    put(root, 'node_modules/@scope/dep/index.js', 'dep');
    symlinkSync('../packages/a', join(root, 'node_modules/a'));
    put(root, 'dist/built.js', 'built');
    put(root, '.env', 'KEY=1');
    put(root, '.loop/.gitignore', '*');
    const start = begin(root);
    put(root, 'packages/a/index.js', 'new');
    const { folder } = await restore(root, start);
    expect(read(folder, 'node_modules/dep/index.js')).toBe('dep');
    expect(lstatSync(join(folder, 'node_modules/@scope/dep')).isSymbolicLink()).toBe(true);
    // A package of the workspace is the old one.
    expect(read(folder, 'node_modules/a/index.js')).toBe('old');
    put(folder, 'dist/built.js', 'built of old files');
    put(folder, '.env', 'KEY=2');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    expect(read(root, 'dist/built.js')).toBe('built');
    expect(read(root, '.env')).toBe('KEY=1');
    expect(read(root, 'node_modules/dep/index.js')).toBe('dep');
    expect(existsSync(join(folder, '.loop'))).toBe(false);
  });

  test('stand in the same folder of a monorepo, and without a repository', async () => {
    const top = project({ '.gitignore': '', 'packages/a/a.js': '1', 'b.js': '1' });
    const root = join(top, 'packages/a');
    const start = begin(root);
    put(top, 'b.js', '2');
    const { folder } = await restore(root, start);
    expect([read(folder, 'a.js'), read(folder, '../../b.js')]).toEqual(['1', '1']);

    const plain = tempFolder();
    put(plain, 'a.js', '1');
    const begun = begin(plain);
    put(plain, 'a.js', '2');
    expect(read((await restore(plain, begun)).folder, 'a.js')).toBe('1');
  });

  test('are refused where their contents are gone, were changed, or were never seen', async () => {
    const root = project({ '.gitignore': '', 'a.js': '1' });
    put(root, 'b.js', 'untracked');
    const start = begin(root);
    const reasonOf = (one: StoredStart) => restoreStart(root, one, { work: root, env: process.env, ...TIME });
    expect(await reasonOf({ ...start, contents: undefined })).toContain('are gone');
    expect(await reasonOf({ ...start, contents: Buffer.from('x') })).toContain('index-pack failed');
    expect(await reasonOf({ ...start, contents: new Uint8Array() })).toContain('failed');
    expect(await reasonOf(begin(root, 1))).toContain('changed between the typed words and the start');
  });

  test('are gone after a kill', async () => {
    const root = project({ '.gitignore': '', 'a.js': '1' });
    const temporary = tempFolder();
    const { digest } = begin(root);
    put(root, 'start.json', JSON.stringify({ digest }));
    const script = `
      import { createStartList, restoreStart } from ${JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))};
      const root = ${JSON.stringify(root)};
      const start = createStartList(root, { withContents: true });
      await restoreStart(root, start, { work: root, env: process.env, timeoutMs: 60000 });
      process.kill(process.pid, 'SIGKILL');`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: temporary },
    });
    expect(signal).toBe('SIGKILL');
    await expect.poll(() => readdirSync(temporary), { timeout: 10_000 }).toEqual([]);
  });
});

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function begin(root: string, typedAt?: number): StoredStart {
  const list = createStartList(root, { ...TIME, typedAt, withContents: true });
  if (list.status === 'unknown') throw new Error(list.reason);
  return list;
}

async function restore(root: string, start: StoredStart): Promise<RestoredStart> {
  const restored = await restoreStart(root, start, { work: root, env: process.env, ...TIME });
  if (typeof restored === 'string') throw new Error(restored);
  onTestFinished(restored.remove);
  return restored;
}
