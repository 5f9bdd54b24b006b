import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const demo = join(import.meta.dirname, '../demo/run.ts');

function watch(env: Readonly<Record<string, string>>): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [demo], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

/** The story of the stops, without the differences between terminal and plain output. */
function stopsIn(told: string): string {
  return told.slice(told.indexOf('\nStop 1\n')).split('\nWhat the user saw\n')[0]?.trim() ?? '';
}

const story = [
  'Stop 1',
  'Decision: continue → go on with iteration 1',
  'Stop 2',
  'Decision: unproved → go on with iteration 2; missing: tests pass (its check has not run)',
  'Stop 3',
  'Decision: unproved → go on with iteration 3; missing: tests pass (changed since its check passed)',
  'Stop 4',
  'Decision: done → let go (verified)',
];

test('the demo tells a whole loop in the real client, stop by stop', () => {
  const told = watch({});
  const stops = stopsIn(told);
  for (const line of story) expect(stops).toContain(line);
  expect(told).toContain("Stop says: [LOOP] Ended | verified in Claude's own shell: tests pass");
});

test('where the client can’t run, the demo says so, drives the built hook, and the same stops come out', () => {
  const told = watch({ LOOPWRIGHT_DEMO: 'by-hand' });
  expect(told).toContain('The Claude Code client does not run here, so the built hook is called by hand.');
  const stops = stopsIn(told);
  for (const line of story) expect(stops).toContain(line);
});
