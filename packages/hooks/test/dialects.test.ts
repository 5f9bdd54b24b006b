import { expect, test } from 'vitest';
import { chooseDialect, dialects } from '../src/dialects.ts';
import { createLoop, createWorld, given, NOON, started, verified } from './support/fake-ports.ts';

const goesOn = () => createLoop().answer('Stop', { lastMessage: 'Working.' });
const isDone = () =>
  createLoop(verified()).answer('Stop', { lastMessage: '<loop-done>COMPLETE</loop-done>' });

test('context sends Claude on with exit 0, without the word error, and tells the user where it stands', async () => {
  const { stdout, exitCode } = dialects.context(await goesOn());
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'Stop',
      additionalContext: expect.stringMatching(/^\[LOOP 1\/10\] Still open: tests pass/),
    },
    systemMessage: 'Held 1/10 · tests pass: has not run · 0/1 proved · $0.00',
  });
});

test('block gives older clients a reason', async () => {
  const { stdout, exitCode } = dialects.block(await goesOn());
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    decision: 'block',
    reason: expect.stringContaining('[LOOP 1/10]'),
  });
});

test('ok answers as seeds 000 to 002 write it', async () => {
  expect(dialects.ok(await goesOn())).toEqual({
    stdout: '{"ok":false,"reason":"unmet criteria: tests pass"}\n',
    exitCode: 0,
  });
  expect(dialects.ok(await isDone())).toEqual({ stdout: '{"ok":true,"reason":"complete"}\n', exitCode: 0 });
  expect(dialects.ok({ kind: 'silent' })).toEqual({ stdout: '{"ok":true}\n', exitCode: 0 });
});

test('exit-code prints exactly the JSON of seed 004 and exits with 2', async () => {
  expect(dialects['exit-code'](await goesOn())).toEqual({
    stdout:
      '{"decision":"block","reason":"[ITERATION 1/10] Continue working on the task. Check your progress and either complete the task or keep iterating."}\n',
    exitCode: 2,
  });
  expect(dialects['exit-code'](await isDone())).toEqual({ stdout: '', exitCode: 0 });
});

test('seed 004: where an inner loop ended, exit-code lets go and the outer loop keeps its iteration', async () => {
  const push = { type: 'push', at: NOON, frameId: 'inner', spec: 'issue 7', mode: 'issue' } as const;
  const world = given(createWorld({ leavesAtPop: true }), started(), push);
  const answer = await world.answer('Stop', { lastMessage: '<issue-complete>DONE</issue-complete>' });
  expect(dialects['exit-code'](answer)).toEqual({ stdout: '', exitCode: 0 });
  expect(world.run).toMatchObject({ status: 'active', frames: [{ iteration: 0 }] });
  const next = await world.answer('Stop', { lastMessage: 'Working.' });
  expect(dialects['exit-code'](next)).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining('[ITERATION 1/10]'),
  });
});

test('seed 004: exit-code changes the stop alone, so a session start is announced as ever', () => {
  const start = { kind: 'tell', event: 'SessionStart', context: 'Active loop detected' } as const;
  expect(dialects['exit-code'](start)).toEqual(dialects.context(start));
});

test('an end is told to the user: how, by which check, with the figures, and below it the doubts', async () => {
  const { systemMessage } = JSON.parse(dialects.context(await isDone()).stdout) as { systemMessage: string };
  expect(systemMessage.split('\n')).toEqual([
    "✓ Done: tests pass (npm test), run in Claude's own shell · 1 iteration · $0.00",
    'Doubts: could not be looked at: files changed since the start: the start left no list of files · tests pass: passes; never seen failing',
  ]);
});

test('an end that tells of a change to the contract does not tell it again below', async () => {
  const answer = await isDone();
  if (answer.kind !== 'stop') throw new Error('no stop');
  const amendment = {
    at: NOON,
    by: 'claude',
    what: 'replaced',
    subject: '--fresh',
    reason: '',
    isRefused: true,
  };
  const notices = [{ code: 'amended', amendment } as const] as typeof answer.notices;
  expect(dialects.context({ ...answer, notices })).toEqual(dialects.context(answer));
});

test('silence is silent in every dialect of the client', () => {
  for (const name of ['context', 'block', 'exit-code'] as const) {
    expect(dialects[name]({ kind: 'silent' })).toEqual({ stdout: '', exitCode: 0 });
  }
});

test('no event without output of its own gets one: validation would drop everything else', () => {
  const output = dialects.context({ kind: 'tell', event: 'StopFailure', message: 'paused' });
  expect(JSON.parse(output.stdout)).toEqual({ systemMessage: 'paused' });
});

test.each([
  [undefined, undefined, 'context'],
  [undefined, 'claude-code_2-1-326_harness', 'context'],
  [undefined, 'claude-code_2-1-163_harness', 'context'],
  [undefined, 'claude-code_2-1-162_harness', 'block'],
  [undefined, 'claude-code_1-9-999_harness', 'block'],
  [undefined, 'claude-code_3-0-0_harness', 'context'],
  [undefined, 'another-agent', 'context'],
  ['auto', 'claude-code_2-0-1_harness', 'block'],
  ['ok', 'claude-code_2-0-1_harness', 'ok'],
  ['exit-code', undefined, 'exit-code'],
  ['toString', undefined, 'context'],
])('asked for %s under %s it speaks %s', (asked, agent, expected) => {
  expect(chooseDialect(asked, agent)).toBe(expected);
});

test('names the loop command by its path, although another program is called loop', async () => {
  const world = given(createWorld({ command: '"/plugins/loop/bin/loop"' }), started());
  const answer = await world.answer('Stop', { lastMessage: 'Done.\n\n<loop-complete>done</loop-complete>' });
  for (const dialect of [dialects.context, dialects.block]) {
    const { stdout } = dialect(answer);
    expect(stdout).toContain(JSON.stringify('`"/plugins/loop/bin/loop" verify`').slice(1, -1));
    expect(stdout).not.toContain('`loop ');
  }
});

test.each(['context', 'block'] as const)(
  '%s warns the user and Claude once of a limit that is nearly reached',
  async (name) => {
    const world = given(createWorld(), started({ limits: { budgetUsd: 10, budgetTokens: 1000 } }));
    world.usage = { usd: 8, tokens: 500 };
    const said = dialects[name](await world.answer('Stop')).stdout;
    expect((JSON.parse(said) as { systemMessage: string }).systemMessage.split('\n')).toEqual([
      'Held 1/10 · tests pass: has not run · 0/1 proved · $8.00',
      '[LOOP] 80 % of the budget is spent ($8.00 of $10). More: /loop:continue --budget=N',
      '[LOOP] 50 % of the tokens are used (500 of 1k). More: /loop:continue --tokens=N',
    ]);
    expect(said).toContain('80 % of the budget is spent. 50 % of the tokens are used.');
    world.usage = undefined;
    expect(dialects[name](await world.answer('Stop')).stdout).not.toContain('%');
  },
);

test('a check-in warns the user too', async () => {
  const world = given(createWorld(), started({ shape: 'colleague' }));
  world.usage = { usd: 12.5, tokens: 5 };
  expect(dialects.context(await world.answer('Stop')).stdout).toContain(
    '/loop:continue --shape tool\\n[LOOP] 50 % of the budget is spent ($12.50 of $25).',
  );
});

test('the longest end has four lines', async () => {
  const answer = await createLoop().answer('Stop', { lastMessage: 'Working.' });
  const notices = [50, 80, 95].map(
    (percent) => ({ code: 'budget', percent, limit: 'budgetUsd', used: 1, of: 2 }) as const,
  );
  const ending = { kind: 'paused', cause: { kind: 'hand' }, at: NOON } as const;
  if (answer.kind !== 'stop' || !answer.run) throw new Error('no stop');
  const rested = { ...answer.run, status: 'paused', ending } as const;
  const verdict = { kind: 'allow', rule: 'limit', ending } as const;
  const { stdout } = dialects.context({ ...answer, run: rested, verdict, notices });
  const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
  expect(systemMessage.split('\n')).toEqual([
    '[LOOP] ⏸ Paused: by hand, "tests pass" not proved',
    'Progress: 0 steps complete, 1 remaining',
    'Resume: /loop:continue',
    '[LOOP] 3 more lines: loop log',
  ]);
});
