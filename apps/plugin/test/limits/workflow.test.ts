import { runClaude, say, type Step } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, continuations, plugin, setStage } from '../support/stage.ts';

const CLEAR =
  'POST /api/auth/token answers expired tokens with a ValidationError. Only sum.js changes, no new dependencies. All tests in npm test pass. Done when the PR is merged to main.';

const shape = `mkdir -p .loop/shape && printf '## Criteria\\n- tests pass: \`node test.js\`\\n## mustNot\\n- none\\n## Verification\\n- execution output\\n' > .loop/shape/SHAPE.md`;

/** Several loop commands in one call: what one of them refuses does not keep the others from running. */
const loops = (...words: readonly string[]): Step =>
  bash(words.map((one) => `"${plugin}/bin/loop" ${one}`).join('; '));

const toReview: readonly Step[] = [
  loops('start'),
  bash(shape),
  loops('stage decompose', 'task add "Look at sum.js"', 'stage executing', 'task complete 1', 'stage review'),
];

const bad = {
  review: ['review thorough --finding "BLOCKER: sum.js is wrong"'],
  gate: ['review thorough', 'gate --confidence 50'],
};

/** What was found is said to be mended without being mended. */
const resolve = (id: number): readonly string[] => [
  `task change ${id} --verify true`,
  ...[2, 3, 4].slice(0, id - 1).map((one) => `task complete ${one}`),
  'stage review',
];

test.each(['review', 'gate'] as const)('breaker %s: two failures go on, the third pauses', async (detail) => {
  const { sandbox, model, plugins, runOf } = await setStage([
    ...toReview,
    loops(...bad[detail], ...resolve(2), ...bad[detail]),
    say('It failed twice.'),
    loops(...resolve(3), ...bad[detail]),
    say('It failed again.'),
  ]);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: `/loop:start ${CLEAR} --workflow --shape tool`,
  });

  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toHaveLength(1);
  expect(runOf(run.sessionId)).toMatchObject({ status: 'paused', ending: { kind: 'paused', detail } });
});
