import { expect, test } from 'vitest';
import { HOOK_EVENTS } from '../src/answer.ts';
import { dialects } from '../src/dialects.ts';
import { handle } from '../src/handle.ts';
import type { HookInput } from '../src/hook-input.ts';
import { createWorld, given, input, NOON, started, type World } from './support/fake-ports.ts';

/** An input that makes every event do something in the session itself. */
const BUSY: Partial<HookInput> = {
  source: 'resume',
  prompt: 'go on',
  commandName: 'loop:start',
  commandArgs: 'another spec',
  toolCalls: [{ name: 'Bash', input: {}, response: 'ok' }],
  error: 'rate_limit',
};

function createLoop(): World {
  const world = createWorld();
  given(world, started(), { type: 'stop', at: NOON });
  return world;
}

test.each(HOOK_EVENTS.filter((event) => event !== 'PostToolBatch'))(
  '%s prints nothing and records nothing inside a subagent',
  async (event) => {
    const world = createLoop();
    const before = world.run;
    const answer = await handle(event, input({ ...BUSY, agentId: 'a1' }), world.ports);
    expect(dialects.context(answer)).toEqual({ stdout: '', exitCode: 0 });
    expect([world.run, world.recorded]).toEqual([before, []]);
  },
);

test('PostToolBatch counts the tools of subagents as work of the session', async () => {
  const world = createLoop();
  await handle('PostToolBatch', input({ ...BUSY, agentId: 'a1' }), world.ports);
  expect(world.recorded).toMatchObject([{ type: 'observe', tools: 1 }]);
});

test('an event that is not ours is not answered', async () => {
  for (const event of ['PreToolUse', 'toString', '']) {
    expect(await handle(event, input(BUSY), createLoop().ports)).toEqual({ kind: 'silent' });
  }
});
