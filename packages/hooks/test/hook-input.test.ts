import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHookInput } from '../src/hook-input.ts';

test('reads the input of a stop', () => {
  const sent = {
    session_id: 's',
    transcript_path: '/t.jsonl',
    cwd: '/p',
    hook_event_name: 'Stop',
    stop_hook_active: true,
    permission_mode: 'plan',
    last_assistant_message: 'done',
    background_tasks: [
      { id: 'b', type: 'shell', status: 'running', description: 'sleep' },
      { id: 'c', type: 'shell', status: 'completed', description: 'over' },
    ],
    session_crons: [{ id: '1', schedule: '28 6 * * *', recurring: false, prompt: 'continue' }],
  };
  expect(parseHookInput(sent)).toMatchObject({
    sessionId: 's',
    isContinuing: true,
    isPlanning: true,
    lastMessage: 'done',
    waitingFor: ['sleep', 'wake-up 28 6 * * *'],
  });
});

test.each([null, undefined, [], 'x', 5, true])('is undefined for %j', (value) => {
  expect(parseHookInput(value)).toBeUndefined();
});

test.each([
  [{ session_id: 7 }, 'sessionId', ''],
  [{ session_id: null }, 'sessionId', ''],
  [{ stop_hook_active: 'true' }, 'isContinuing', false],
  [{ permission_mode: ['plan'] }, 'isPlanning', false],
  [{ last_assistant_message: {} }, 'lastMessage', undefined],
  [{ background_tasks: 'x' }, 'waitingFor', []],
  [{ tool_calls: [null, 5] }, 'toolCalls', []],
])('takes nothing over from %j', (sent, field, expected) => {
  expect(parseHookInput(sent)).toHaveProperty(field, expected);
});

test('never throws and never touches a prototype', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
      parseHookInput(value);
      parseHookInput({ background_tasks: value, session_crons: value, tool_calls: value, session_id: value });
    }),
  );
  expect(parseHookInput(JSON.parse('{"__proto__":{"session_id":"x"}}'))?.sessionId).toBe('');
  expect(({} as Record<string, unknown>)['session_id']).toBeUndefined();
});
