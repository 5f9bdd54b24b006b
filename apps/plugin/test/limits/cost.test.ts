// @module-tag deep
import { readFile } from 'node:fs/promises';
import { type ModelScripts, runClaude, say, type Step, tool, tools } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, COMPLETE, finish, loop, mend, setStage, startLoop } from '../support/stage.ts';

const agent = (prompt: string, more: object = {}, usage: object = {}): Step =>
  tool(
    'Agent',
    { description: 'look', prompt, subagent_type: 'general-purpose', run_in_background: false, ...more },
    { usage },
  );

const stories: readonly (readonly [name: string, scripts: ModelScripts, modelName: string | undefined])[] = [
  [
    'usage that is repeated on every block of a message',
    {
      main: [
        startLoop,
        tools(
          ['a', 'b', 'c'].map((name) => ({ name: 'Bash', input: { command: `echo ${name}` } })),
          { thinking: 'Three at once.', usage: { input: 4000, output: 3000 } },
        ),
        say('Working.', { thinking: 'Hm.', usage: { input: 10, output: 700 } }),
        ...finish,
      ],
    },
    undefined,
  ],
  [
    'the cache, read and written for five minutes and for an hour',
    {
      main: [
        startLoop,
        tool('Bash', { command: 'ls' }, { usage: { input: 3, output: 200, cacheWrite5m: 40_000 } }),
        say('Working.', { usage: { input: 5, output: 90, cacheRead: 40_000, cacheWrite1h: 7_000 } }),
        mend,
        loop('verify'),
        say(COMPLETE, { usage: { input: 7, output: 60, cacheRead: 47_000 } }),
      ],
    },
    undefined,
  ],
  [
    'agents, and agents on another model than the session',
    {
      main: [
        startLoop,
        agent('look around please', {}, { input: 1000, output: 500, cacheRead: 10_000 }),
        agent('count the files', { model: 'haiku' }, { input: 20, output: 300 }),
        say('Working.', { usage: { input: 5, output: 700 } }),
        ...finish,
      ],
      subagents: [
        {
          matching: 'look around',
          script: [bash('ls'), say('Seen.', { usage: { input: 9, output: 900, cacheWrite5m: 4000 } })],
        },
        {
          matching: 'count the files',
          script: [bash('ls'), say('Two.', { usage: { input: 9000, output: 9000, cacheRead: 100 } })],
        },
      ],
    },
    undefined,
  ],
  ['another model', { main: [startLoop, say('Working.'), ...finish] }, 'claude-sonnet-4-5'],
];

test.each(stories)('our cost is the client’s own within one percent: %s', async (_, scripts, modelName) => {
  const { sandbox, model, plugins, runOf } = await setStage(scripts);

  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start make the tests pass',
    ...(modelName !== undefined && { modelName }),
    // The SessionEnd hook counts the last lines of the transcript; a busy machine may start it late.
    env: { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '30000' },
  });

  const ended = runOf(run.sessionId);
  expect(ended).toMatchObject({ ending: { kind: 'verified' } });
  const theirs = Number(run.result?.['total_cost_usd']);
  const ours = ended?.frames[0]?.spend.usd ?? 0;
  expect(theirs).toBeGreaterThan(0);
  expect(Math.abs(ours - theirs) / theirs).toBeLessThan(0.01);
  expect(ended?.frames[0]?.spend.tokens).toBe(tokensOf(run.result?.['modelUsage']));

  const receipts = (await readFile(sandbox.project.at('.loop/iterations.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { cost_usd: number; tokens: number });
  const sum = receipts.reduce((total, { cost_usd }) => total + cost_usd, 0);
  expect(Math.abs(sum - ours)).toBeLessThan(1e-5);
});

function tokensOf(modelUsage: unknown): number {
  const models = Object.values(modelUsage as Record<string, Record<string, number>>);
  const kinds = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];
  return models.flatMap((usage) => kinds.map((kind) => usage[kind] ?? 0)).reduce((sum, one) => sum + one, 0);
}
