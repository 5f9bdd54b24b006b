import { expect, test } from 'vitest';
import { runClaude, say, tool } from '../../src/index.ts';
import { setStage } from '../stage.ts';

test("the client's figures are the sum of the script's figures", async () => {
  const usage = { input: 1000, output: 200, cacheRead: 3000, cacheWrite5m: 400, cacheWrite1h: 50 };
  const { sandbox, model } = await setStage([
    tool('Bash', { command: 'true' }, { usage }),
    say('done', { usage }),
  ]);

  const run = await runClaude({ sandbox, model, prompt: 'go' });

  expect(run.result?.usage).toMatchObject({
    input_tokens: 2000,
    output_tokens: 400,
    cache_read_input_tokens: 6000,
    cache_creation_input_tokens: 900,
    cache_creation: { ephemeral_5m_input_tokens: 800, ephemeral_1h_input_tokens: 100 },
  });
  const costs = Object.values(run.result?.modelUsage ?? {}).map(({ costUSD }) => Number(costUSD));
  expect(costs).toHaveLength(1);
  expect(run.result?.total_cost_usd).toBeCloseTo(
    costs.reduce((sum, cost) => sum + cost, 0),
    10,
  );
  expect(run.result?.total_cost_usd).toBeGreaterThan(0);
  expect(run.result?.num_turns).toBe(2);
});

test('a reply that names another model is charged as the requested model', async () => {
  const { sandbox, model } = await setStage([say('cheap', { model: 'claude-haiku-4-5' })]);

  const run = await runClaude({ sandbox, model, prompt: 'go', modelName: 'claude-sonnet-4-5' });

  expect(model.requests.at(0)?.model).toBe('claude-sonnet-4-5');
  expect(Object.keys(run.result?.modelUsage ?? {})).toEqual(['claude-sonnet-4-5']);
  const answer = (await run.transcript()).find(({ type }) => type === 'assistant');
  expect(answer).toMatchObject({
    requestedModel: 'claude-sonnet-4-5',
    message: { model: 'claude-haiku-4-5' },
  });
});

test('the transcript of a run can be read', async () => {
  const { sandbox, model } = await setStage([say('done')]);

  const run = await runClaude({ sandbox, model, prompt: 'go' });

  expect(await run.transcriptPath()).toContain(`${run.sessionId}.jsonl`);
  expect((await run.transcript()).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['user', 'assistant', 'cost-state']),
  );
});

test('json output is the result alone', async () => {
  const { sandbox, model } = await setStage([say('done')]);

  const run = await runClaude({ sandbox, model, prompt: 'go', outputFormat: 'json' });

  expect(JSON.parse(run.stdout)).toMatchObject({ type: 'result', result: 'done' });
  expect(run.result?.result).toBe('done');
});
