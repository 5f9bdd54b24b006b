import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endLeftRunning, keepMark } from '../src/processes/kept-marks.ts';
import { readProcess } from '../src/processes/read-process.ts';
import { tempFolder } from './support/temp-folder.ts';

/** A process in a session of its own that carries the mark of a check. */
function startMarked(mark: string): number {
  const child = spawn('sleep', ['300'], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], LOOP_CHECK: mark },
  });
  const id = child.pid ?? 0;
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return id;
}

/** Remembers a running check, and then gives it another owner. */
function keep(folder: string, mark: string, over: object): void {
  keepMark(folder, mark);
  const path = join(folder, mark);
  const kept = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...kept, ...over }));
}

const isAlive = (id: number): boolean => readProcess(id) !== undefined;

describe.runIf(process.platform === 'linux')('what a killed check left running', () => {
  test('ends at the next start, and is forgotten', async () => {
    const folder = tempFolder();
    const id = startMarked('tests-1');
    keep(folder, 'tests-1', { owner: 2 ** 22 + 1 });
    await expect.poll(() => isAlive(id)).toBe(true);
    await endLeftRunning(folder);
    await expect.poll(() => isAlive(id)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is told from a check whose owner lives, and from one whose process id belongs to another now', async () => {
    const folder = tempFolder();
    const [own, other] = [startMarked('tests-1'), startMarked('tests-2')];
    keepMark(folder, 'tests-1');
    keep(folder, 'tests-2', { started: '1' });
    await endLeftRunning(folder);
    await expect.poll(() => isAlive(other)).toBe(false);
    expect(isAlive(own)).toBe(true);
    expect(readdirSync(folder)).toEqual(['tests-1']);
  });

  test('nothing is ended by a record of an earlier boot, nor by a name that is no mark', async () => {
    const folder = tempFolder();
    const id = startMarked('tests-1');
    keep(folder, 'tests-1', { owner: 2 ** 22 + 1, boot: 'another' });
    writeFileSync(join(folder, 'A mark'), '{}');
    await endLeftRunning(folder);
    expect(isAlive(id)).toBe(true);
    expect(readdirSync(folder)).toEqual(['A mark']);
  });

  test('a check that ended is forgotten', () => {
    const folder = tempFolder();
    keepMark(folder, 'tests-1')();
    expect(readdirSync(folder)).toEqual([]);
  });
});
