// @module-tag deep
import { runClaude, say, type Step } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, continuations, plugin, setStage } from '../support/stage.ts';
import { startPrompt, writeShape } from '../support/workflow.ts';

/** Several loop commands in one call: a refusal by one doesn't stop the others. */
const loops = (...words: readonly string[]): Step =>
  bash(words.map((one) => `"${plugin}/bin/loop" ${one}`).join('; '));

const toReview: readonly Step[] = [
  loops('start'),
  writeShape,
  loops(
    'task plan',
    'task add "Look at sum.js" --reason "only reading"',
    'task begin',
    'task complete 1 --note "read it"',
    'review begin',
  ),
];

const review = 'review thorough --reviewer security';

const bad = {
  review: [`${review} --finding "BLOCKER: sum.js is wrong"`],
  gate: [review, 'gate --confidence 50'],
};

/** Claude reports the finding as mended without mending it. */
const resolve = (id: number): readonly string[] => [
  `task change ${id} --verify true --reason "it is mended"`,
  ...[2, 3, 4].slice(0, id - 1).map((one) => `task complete ${one}`),
  'review begin',
];

test.each(['review', 'gate'] as const)(
  'breaker %s: two failures go on, the third pauses and says so',
  async (breaker) => {
    const { sandbox, model, plugins, runOf } = await setStage([
      ...toReview,
      loops(...bad[breaker], ...resolve(2), ...bad[breaker]),
      say('It failed twice.'),
      loops(...resolve(3), ...bad[breaker]),
      say('It failed again.'),
    ]);

    const run = await runClaude({
      sandbox,
      model,
      plugins,
      prompt: startPrompt,
    });

    expect(model.unscripted).toEqual([]);
    expect(continuations(run)).toHaveLength(1);
    expect(run.notices.join('\n')).toContain(`[LOOP] ⏸ Paused: ${breaker}`);
    expect(run.notices.at(-1)).toContain('Resume: /loop:continue');
    expect(runOf(run.sessionId)).toMatchObject({
      status: 'paused',
      ending: { kind: 'paused', cause: { breaker } },
    });
  },
);
