import { openAnyRun } from '@loopwright/store';
import { runClaude, say, type Step } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, continuations, loop, setStage, type Stage, stopAnswers } from '../support/stage.ts';
import { freeLoop, MODEL, workFor } from './spending.ts';
import { onceWorked } from './waiting.ts';

const begin = (flags: string): Step => freeLoop(`start --criteria "a; b" ${flags}`);

test.each([
  ['budget', 'budgetUsd', '--budget 1', 199_999],
  ['tokens', 'budgetTokens', '--tokens 50000', 49_999],
])(
  'limit %s: one token short of it the work goes on, with it the loop pauses',
  async (name, limit, flags, short) => {
    const stage = await setStage([]);
    const { sandbox, model, plugins, runOf } = stage;
    model.append(begin(flags), ...workFor(stage, short), ...workFor(stage, 1));

    const run = await runClaude({
      sandbox,
      model,
      plugins,
      modelName: MODEL,
      prompt: '/loop:start a and b --force --shape tool',
    });

    expect(model.unscripted).toEqual([]);
    expect(continuations(run)).toHaveLength(1);
    expect(stopAnswers(run)).toHaveLength(2);
    const paused = runOf(run.sessionId);
    expect(paused).toMatchObject({ status: 'paused', ending: { kind: 'paused', cause: { limit } } });
    expect(paused?.frames[0]?.spend).toEqual({ usd: (short + 1) / 200_000, tokens: short + 1 });
    expect(run.notices.at(-1)).toContain(`[LOOP] ⏸ Paused: ${name}`);
  },
);

test('limit iterations: as many continuations as were granted, and at the next stop the loop pauses', async () => {
  const stage = await setStage([]);
  const { sandbox, model, plugins, runOf } = stage;
  model.append(
    begin('--iterations 2'),
    onceWorked(stage, say('One.')),
    bash('ls'),
    onceWorked(stage, say('Two.')),
    bash('ls'),
    onceWorked(stage, say('Three.')),
  );

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start a and b --force --shape tool',
  });

  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toHaveLength(2);
  expect(runOf(run.sessionId)).toMatchObject({
    status: 'paused',
    ending: { cause: { limit: 'iterations' } },
    frames: [{ iteration: 2 }],
  });
});

const MINUTE = 60_000;

test.each([
  ['time', 'paused', 59, 60],
  // Nothing heard for two hours.
  ['stale', 'stuck', 119, 121],
])('limit %s: just under it the work goes on, over it the loop is %s', async (name, status, under, over) => {
  const limits = { timeMs: name === 'time' ? 60 * MINUTE : null };
  for (const minutes of [under, over]) {
    const stage = await setStage([]);
    const { sandbox, model, plugins, runOf } = stage;
    model.append(startedBefore(stage, minutes, limits), loop('pause "enough"'), say('Paused.'));

    const run = await runClaude({
      sandbox,
      model,
      plugins,
      prompt: '/loop:start a and b --force --shape tool',
    });

    const isOver = minutes === over;
    expect(continuations(run)).toHaveLength(isOver ? 0 : 1);
    const isWarned = name === 'time' && !isOver;
    expect(continuations(run).join('\n').includes('95 % of the time is up.')).toBe(isWarned);
    expect(run.notices.join('\n').includes('95 % of the time is up (59')).toBe(isWarned);
    expect(runOf(run.sessionId)).toMatchObject(
      isOver
        ? { status, ending: { kind: status, cause: { kind: name === 'time' ? 'limit' : name } } }
        : { ending: { cause: { reason: 'enough' } } },
    );
  }
});

/** The draft of this session becomes a loop that was started so many minutes ago, and Claude stops. */
function startedBefore({ sandbox }: Stage, minutes: number, limits: { timeMs: number | null }): Step {
  return ({ sessionId }) => {
    const opened = openAnyRun({ root: sandbox.project.path, sessionId });
    if (opened.status !== 'open') throw new Error(`there is no draft: ${opened.status}`);
    const at = Date.now() - minutes * MINUTE;
    opened.submit({
      type: 'start',
      at,
      runId: opened.run.id,
      session: sessionId,
      frameId: 'frame',
      shape: 'tool',
      criteria: [{ name: 'a' }],
      limits,
    });
    opened.close();
    return say('Working.');
  };
}
