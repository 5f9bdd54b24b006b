import { readFile } from 'node:fs/promises';
import { runClaude } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { continuations, setStage } from '../support/stage.ts';
import { freeLoop, MODEL, workFor } from './spending.ts';

const percentages = (texts: readonly string[]): string[][] =>
  texts.map((text) =>
    [...text.matchAll(/(\d+) % of the (\w+)/g)].map(([, percent, what]) => `${what} ${percent}`),
  );

test('the user and Claude each get one warning at half, most and nearly all of the money and the tokens', async () => {
  const stage = await setStage([]);
  const { sandbox, model, plugins, runOf } = stage;
  model.append(
    freeLoop('start --budget 1 --tokens 250000'),
    ...workFor(stage, 99_999),
    ...workFor(stage, 1),
    ...workFor(stage, 60_000),
    ...workFor(stage, 29_999),
    ...workFor(stage, 9_000),
    ...workFor(stage, 1_001),
  );

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    modelName: MODEL,
    prompt: '/loop:start all of it --force --shape tool',
  });

  expect(model.unscripted).toEqual([]);
  const said = [[], ['budget 50'], ['budget 80', 'tokens 50'], [], ['budget 95']];
  expect(percentages(continuations(run))).toEqual(said);
  const notices = run.notices.filter((notice) => notice.startsWith('Stop says: '));
  expect(percentages(notices)).toEqual([...said, []]);
  expect(notices[1]).toContain(
    '[LOOP] 50 % of the budget is spent ($0.50 of $1). More: /loop:continue --budget=N',
  );
  expect(notices.at(-1)).toContain('[LOOP] ⏸ Paused: budget');
  expect(runOf(run.sessionId)).toMatchObject({ ending: { cause: { limit: 'budgetUsd' } } });

  const receipts = (await readFile(sandbox.project.at('.loop/iterations.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(receipts.map(({ tokens }) => tokens)).toEqual([99_999, 1, 60_000, 29_999, 9_000, 1_001]);
  expect(receipts.at(-1)).toMatchObject({ rule: 'limit', frame_tokens: 200_000, frame_cost_usd: 1 });
});
