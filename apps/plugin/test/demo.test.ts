import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prompt } from '../demo/story.ts';

const demo = join(import.meta.dirname, '../demo/run.ts');
const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');

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
  'Proof:    tests failed, run by the hook',
  'Decision: unproved → go on with iteration 2; missing: tests (its check failed)',
  'Stop 3',
  "Proof:    tests passed, run in Claude's own shell\nProof:    tests failed, run by the hook",
  'Decision: unproved → go on with iteration 3; missing: tests (its check failed)',
  'Stop 4',
  'Proof:    tests passed, run by the hook',
  'Decision: done → let go (verified)',
];

test('the demo types the first command of the README, word for word', () => {
  expect(readme.match(/\/loop:start .*/)?.[0]).toBe(prompt);
});

test('the demo tells a whole loop in the real client, stop by stop', () => {
  const told = watch({});
  const stops = stopsIn(told);
  for (const line of story) expect(stops).toContain(line);
  expect(told).toContain(`\n> ${prompt}\n`);
  const notices = readme.split('\n').filter((line) => line.startsWith('Stop says: '));
  expect(notices.at(-1)).toContain('Stop says: ✓ Done: tests (npm test), run by the loop itself');
  for (const notice of notices) expect(told).toContain(`${notice}\n`);
});

test('where the client can’t run, the demo says so, drives the built hook, and the same stops come out', () => {
  const told = watch({ LOOPWRIGHT_DEMO: 'by-hand' });
  expect(told).toContain('The Claude Code client does not run here, so the built hook is called by hand.');
  const stops = stopsIn(told);
  for (const line of story) expect(stops).toContain(line);
});
