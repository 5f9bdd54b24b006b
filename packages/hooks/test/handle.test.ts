import { dialogOf, QUESTIONS } from '@loopwright/core/questions';
import { expect, test } from 'vitest';
import { HOOK_EVENTS } from '../src/answer.ts';
import { dialects } from '../src/dialects.ts';
import type { HookInput } from '../src/hook-input.ts';
import { createLoop, NOON } from './support/fake-ports.ts';

/** An input that makes every event do something in the session itself. */
const BUSY: Partial<HookInput> = {
  source: 'resume',
  prompt: 'go on',
  commandName: 'loop:start',
  commandArgs: 'another spec',
  toolCalls: [{ name: 'Bash', input: {}, response: 'ok' }],
  error: 'rate_limit',
  toolResponse: {
    questions: [dialogOf('iterations')],
    answers: { [QUESTIONS.iterations.question]: '50' },
  },
};

const stop = { type: 'stop', at: NOON } as const;

test.each(HOOK_EVENTS.filter((event) => event !== 'PostToolBatch'))(
  '%s prints nothing and records nothing inside a subagent',
  async (event) => {
    const world = createLoop(stop);
    const before = world.run;
    const answer = await world.answer(event, { ...BUSY, agentId: 'a1' });
    expect(dialects.context(answer)).toEqual({ stdout: '', exitCode: 0 });
    expect([world.run, world.recorded, world.answers]).toEqual([before, [], []]);
  },
);

test('PostToolBatch counts the tools of subagents as work of the session', async () => {
  const world = createLoop(stop);
  await world.answer('PostToolBatch', { ...BUSY, agentId: 'a1' });
  expect(world.recorded).toMatchObject([{ type: 'observe', tools: 1 }]);
});

test('an event that is not ours is not answered', async () => {
  for (const event of ['PreToolUse', 'toString', '__proto__', ''])
    expect(await createLoop(stop).answer(event, BUSY)).toEqual({ kind: 'silent' });
});
