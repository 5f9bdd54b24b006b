import { decide, type Run } from '@loopwright/core';
import { expect, test } from 'vitest';
import { type Findings, iterationPrompt } from '../../src/client/iteration-prompt.ts';
import { runAfter } from '../support/run-after.ts';

function promptOf(run: Run, more: Partial<Findings> = {}, command = 'loop'): string {
  return iterationPrompt(run, { verdict: undefined, proved: { outputs: [], unseen: [] }, ...more }, command);
}

const stop = { type: 'stop', isHeadless: true } as const;

test('the prompt has the task word for word, the progress and the next step', () => {
  const run = runAfter(stop, { type: 'step', action: 'done', step: '1' });
  const prompt = promptOf(run);
  expect(prompt).toMatch(/^\[LOOP\] Starting /);
  expect(prompt).toContain(`\n\n${run.frames[0]?.spec}\n\n`);
  expect(prompt).toContain('Next: try it.');
  expect(prompt).toContain('tests pass (its check has not run)');
  expect(prompt).toContain('[LOOP] Iteration 1/10');
});

test('the command is named as Claude has to call it, but for the user’s own words', () => {
  const prompt = promptOf(runAfter(stop), {}, '"/a b/loop"');
  expect(prompt).toContain('`"/a b/loop" verify`');
  expect(prompt).toContain('Say `loop status` in the docs');
  expect(prompt.match(/`loop /g)).toHaveLength(1);
});

test('a later prompt has the findings of the stop before it', () => {
  const run = runAfter(stop, stop);
  const { verdict } = decide(runAfter(stop), {
    ...stop,
    at: run.updatedAt,
    signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }],
  });
  if (verdict?.kind !== 'block') throw new Error('it was let go');
  const prompt = promptOf(run, { verdict });
  expect(prompt).toMatch(/^\[LOOP RESUME\] Active loop detected/);
  expect(prompt).toContain('You said the work is done, but a proof is missing');
});

test('the prompt names the output file of a failed check', () => {
  const evidence = { id: 'e-1', at: 1, passed: false, exitCode: 1, durationMs: 1, fingerprint: 'f' };
  const run = runAfter(stop, { type: 'verify', results: [{ criterion: 'tests pass', evidence }] });
  expect(promptOf(run)).toContain('.loop/evidence/e-1.log');
});
