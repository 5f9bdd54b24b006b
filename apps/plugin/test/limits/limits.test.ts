// @module-tag deep
import { say, type Step, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { continuations, plugin, setStage, type Stage, stopAnswers } from '../support/stage.ts';
import { onceWritten } from './waiting.ts';

/** Five dollars for a million tokens out, so that 200,000 are one dollar. */
const MODEL = 'claude-haiku-4-5';
const FREE = { usage: { input: 0, output: 0 } } as const;

/** Claude starts the loop, and that costs nothing. */
const begin = (flags: string): Step =>
  tool('Bash', { command: `"${plugin}/bin/loop" start --criteria "a; b" ${flags}` }, FREE);

/** Claude works for so many tokens, and stops once they stand in the transcript. */
const workFor = (stage: Stage, output: number): readonly Step[] => [
  tool('Bash', { command: `echo ${output}` }, { usage: { input: 0, output } }),
  onceWritten(stage, say(`That took ${output}.`, FREE), `"echo ${output}"`),
];

test.each([
  ['$1.00 of the $1 budget', 'budgetUsd', '--budget 1', 199_999],
  ['50k of 50k tokens', 'budgetTokens', '--tokens 50000', 49_999],
])(
  'limit %s: one token short of it the work goes on, with it the loop pauses',
  async (name, limit, flags, short) => {
    const stage = await setStage([]);
    const { model, runOf, play } = stage;
    model.append(begin(flags), ...workFor(stage, short), ...workFor(stage, 1));

    const run = await play('/loop:start a and b --force --shape tool', { modelName: MODEL });

    expect(model.unscripted).toEqual([]);
    expect(continuations(run)).toHaveLength(1);
    expect(stopAnswers(run)).toHaveLength(2);
    const paused = runOf(run.sessionId);
    expect(paused).toMatchObject({ status: 'paused', ending: { kind: 'paused', cause: { limit } } });
    expect(paused?.frames[0]?.spend).toEqual({ usd: (short + 1) / 200_000, tokens: short + 1 });
    expect(run.notices.at(-1)).toContain(`[LOOP] ⏸ Paused: ${name}`);
  },
);
