import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordRunning } from '../../src/proof/record-running.ts';

const CHECK = { command: 'true' } as const;
const quiet = { begin: () => ({ add: () => undefined, end: () => false }) };

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'running-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, '.loop', 'runs'), { recursive: true, mode: 0o700 });
  return root;
}

test('a check that runs is on record for those who watch, and no longer once it has ended', async () => {
  const root = project();
  const running = recordRunning({ root, runId: 'run-1' }, quiet, () => 7).begin('tests', CHECK);
  running.add(Buffer.from('3 of 7 red\n'));
  await expect
    .poll(() => recorded(root))
    .toEqual([{ name: 'tests', command: 'true', since: 7, lines: ['3 of 7 red', ''] }]);
  running.end();
  expect(readdirSync(join(root, '.loop/runs'))).toEqual([]);
});

// Masking every line of this flood takes more than a minute, keeping the last ones less than a second.
test('takes a flood of short lines, and keeps the last ones', { timeout: 30_000 }, () => {
  const root = project();
  const passedOn: number[] = [];
  const live = recordRunning(
    { root, runId: 'run-1' },
    { begin: () => ({ add: (chunk) => void passedOn.push(chunk.length), end: () => false }) },
    () => 0,
  );
  const running = live.begin('tests', CHECK);
  const flood = Buffer.from('y\n'.repeat(32 * 1024));
  for (let chunk = 0; chunk < 2000; chunk += 1) running.add(flood);
  running.add(Buffer.from('one\ntwo\npassword=hunter22\n'));
  live.begin('lint', CHECK);
  expect(passedOn).toHaveLength(2001);
  expect(recorded(root)[0]?.lines.slice(-4)).toEqual(['one', 'two', 'password=[masked]', '']);
});

function recorded(root: string): { lines: string[] }[] {
  const [name = ''] = readdirSync(join(root, '.loop'), { recursive: true })
    .map(String)
    .filter((one) => one.endsWith('.json'));
  return JSON.parse(readFileSync(join(root, '.loop', name), 'utf8')).checks;
}
