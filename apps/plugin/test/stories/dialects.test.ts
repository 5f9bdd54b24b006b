import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { finish, loop, setStage, startLoop, toldTo } from '../support/stage.ts';

const prompt = '/loop:start make the tests pass --force';
const lineOfSeed004 =
  '[ITERATION 1/10] Continue working on the task. Check your progress and either complete the task or keep iterating.';
const text = '[LOOP 1/10] Still open: tests pass (its check has not run).';

async function tell(dialect: string) {
  const stage = await setStage([startLoop, say('Working.'), ...finish]);
  const { model, play } = stage;
  const run = await play(prompt, { env: { LOOP_DIALECT: dialect } });
  const stops = run.hooksOf('Stop').map(({ stdout, stderr, exitCode }) => ({ stdout, stderr, exitCode }));
  return { ...stage, run, stops, told: toldTo(model) };
}

test('context: Claude goes on and hears it once, without the word error', async () => {
  const { run, stops, told, runOf } = await tell('context');

  expect(stops.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(told.split(text)).toHaveLength(2);
  expect(told).toContain(`Stop hook additional context: ${text}`);
  expect(JSON.stringify(await run.transcript())).not.toContain('hook_blocking_error');
  expect(run.notices).toEqual([
    'Stop says: Held 1/10 · tests pass: has not run · 0/1 proved · $0.00',
    expect.stringContaining("Stop says: ✓ Done: tests pass (node test.js), run in Claude's own shell"),
  ]);
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test('block: Claude goes on, and hears the reason as feedback', async () => {
  const { run, stops, told, runOf } = await tell('block');

  expect(stops.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(JSON.parse(stops[0]?.stdout ?? '')).toMatchObject({ decision: 'block' });
  expect(told).toContain(`Stop hook feedback:\n${text}`);
  expect(JSON.stringify(await run.transcript())).toContain('hook_blocking_error');
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test('ok: it is printed for other hosts, and this client ends the turn', async () => {
  const { run, stops, told } = await tell('ok');

  expect(stops).toEqual([
    { stdout: '{"ok":false,"reason":"unmet criteria: tests pass"}\n', stderr: '', exitCode: 0 },
  ]);
  expect(run.result?.result).toBe('Working.');
  expect(told).not.toContain('[LOOP 1/');
});

test('exit-code: exactly the answer of seed 004, which this client obeys', async () => {
  const { run, stops, told, runOf } = await tell('exit-code');

  expect(stops).toEqual([
    {
      stdout: `${JSON.stringify({ decision: 'block', reason: lineOfSeed004 })}\n`,
      stderr: '',
      exitCode: 2,
    },
    { stdout: '', stderr: '', exitCode: 0 },
  ]);
  expect(told).toContain(lineOfSeed004);
  expect(runOf(run.sessionId)).toMatchObject({ ending: { kind: 'verified' } });
});

test('-p keeps its result even where the client ends the turn over our block', async () => {
  const { play } = await setStage([loop('start --criteria a'), say('one'), say('two')], {
    settings: { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' } },
  });

  const run = await play(prompt, { outputFormat: 'json' });

  expect(run.exitCode).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ subtype: 'success', result: 'two' });
});
