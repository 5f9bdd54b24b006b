import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const REPEAT = join(import.meta.dirname, '../../.ci/repeat');

/** A killed process may need a moment on a busy machine. */
const PATIENCE = { timeout: 30_000 };

/** Runs `.ci/repeat` to its end. */
function repeat(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(REPEAT, args, { encoding: 'utf8' });
}

function busyProcesses(stdout: string): number[] {
  return (/^busy processes: (.*)$/m.exec(stdout)?.[1] ?? '').split(', ').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('repeat runs a command as often as asked, and ends its busy processes', async () => {
  const { status, stdout } = repeat('2', '--', 'true');
  expect(status).toBe(0);
  expect(stdout).toMatch(/run 1 of 2: green[^]*run 2 of 2: green[^]*2 green, 0 red\n$/);
  const busy = busyProcesses(stdout);
  expect(busy).toHaveLength(2);
  await expect.poll(() => busy.filter(isAlive), PATIENCE).toEqual([]);
});

test('repeat says why a run is red', () => {
  const { status, stdout } = repeat('1', '--', 'sh', '-c', 'echo broken; exit 3');
  expect(status).toBe(1);
  expect(stdout).toMatch(/run 1 of 1: RED[^]*broken\n[^]*0 green, 1 red\n$/);
});

test.each([[], ['0'], ['101'], ['many'], ['2', 'true'], ['2', '--']])('repeat refuses %j', (...args) => {
  expect(repeat(...args)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Usage: .ci/repeat N'),
  });
});

test('an interrupted repeat leaves no process behind', async () => {
  const child = spawn(REPEAT, ['1', '--', 'sh', '-c', 'echo $$ >&2; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(() => busyProcesses(stdout).length, PATIENCE).toBe(2);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  await expect.poll(() => busyProcesses(stdout).filter(isAlive), PATIENCE).toEqual([]);
});
