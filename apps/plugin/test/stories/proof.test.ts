import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { COMPLETE, continuations, loop, mend, setStage, startLoop } from '../support/stage.ts';

test('a loop goes on over stops, is refused at a claim without proof, finishes on proof, and says so', async () => {
  const { model, runOf, view, play } = await setStage([
    startLoop,
    say('I have read the tests.'),
    say(`Done!\n\n${COMPLETE}`),
    loop('verify'),
    mend,
    loop('verify'),
    loop('step done'),
    say(`Everything holds now.\n\n${COMPLETE}`),
  ]);

  const run = await play('/loop:start make the tests pass');

  expect(model.unscripted).toEqual([]);
  const [first, second, ...more] = continuations(run);
  expect(more).toEqual([]);
  expect(first).toMatch(/^\[LOOP 1\/10\] Still open: /);
  expect(second).toMatch(/^\[LOOP 2\/10\] /);
  expect(second).toContain(
    'You said the work is done, but a proof is missing: tests pass (its check has not run)',
  );
  expect(model.textsForClaude().join('\n')).toContain(second);
  expect(run.notices.at(-1)).toContain(
    "Stop says: ✓ Done: tests pass (node test.js), run in Claude's own shell",
  );
  expect(run.result?.result).toContain('Everything holds now.');

  const journal = runOf(run.sessionId);
  expect(journal).toMatchObject({
    status: 'completed',
    ending: { kind: 'verified' },
    frames: [
      { spec: 'make the tests pass', iteration: 2, criteria: [{ evidence: { passed: true, exitCode: 0 } }] },
    ],
  });
  expect(await view('state.json')).toMatchObject({
    spec: 'make the tests pass',
    criteriaStatus: { 'tests pass': true },
    completedSteps: ['mend sum.js'],
    status: 'completed',
    iteration: 2,
  });
  expect(await view('stack.json')).toMatchObject({ event: 'DONE', stack: [] });
  const said = JSON.stringify(await run.transcript());
  expect(said).toContain('[LOOP 2/10]');
});
