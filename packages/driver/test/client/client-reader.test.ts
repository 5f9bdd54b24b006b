import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClientReader } from '../../src/client/client-reader.ts';

const usage = { input_tokens: 1_000_000, output_tokens: 0 };

function called(id: string, name: string, input: object): string {
  const content = [{ type: 'tool_use', id, name, input }];
  return JSON.stringify({
    type: 'assistant',
    message: { id: `m-${id}`, model: 'claude-opus-4-5', content, usage },
  });
}

function answered(id: string, content: string, isError = false): string {
  return JSON.stringify({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
    },
  });
}

const said = JSON.stringify({
  type: 'assistant',
  message: { id: 'm-last', content: [{ type: 'text', text: 'Done.' }] },
});

test('a batch of tools is returned when Claude speaks again, and each call counts once', () => {
  const reader = new ClientReader();
  const lines = [
    called('1', 'Edit', { file_path: 'a.ts' }),
    called('2', 'Bash', { command: 'npm test' }),
    answered('1', 'ok'),
    answered('2', 'Exit code 1\nTypeError: no', true),
  ];
  expect(lines.map((line) => reader.take(line))).toEqual([undefined, undefined, undefined, undefined]);
  expect(reader.take(said)).toEqual({
    tools: 2,
    edits: ['a.ts'],
    errors: [expect.stringContaining('Bash: ')],
    hasFailed: true,
    failedCall: expect.any(String),
    denials: 0,
  });
  expect(reader.rest()).toBeUndefined();
  expect(reader.calls).toBe(2);
  expect(reader.lastTool).toBe('Bash');
});

test('a refused call counts as a denial, not as a tool', () => {
  const reader = new ClientReader();
  reader.take(called('1', 'Bash', { command: 'rm a' }));
  reader.take(JSON.stringify({ type: 'system', subtype: 'permission_denied', tool_use_id: '1' }));
  reader.take(answered('1', 'needs approval', true));
  expect(reader.rest()).toEqual({ tools: 0, edits: [], errors: [], denials: 1, denied: 'Bash: rm a' });
});

test('a check that passes ends a row of errors, and an edit of the plan is no round', () => {
  const reader = new ClientReader({ checks: ['./accept'], root: '/p' });
  reader.take(called('1', 'Bash', { command: './accept --all' }));
  reader.take(called('2', 'Write', { file_path: '/p/PLAN.md' }));
  reader.take(answered('1', 'ok'));
  reader.take(answered('2', 'ok'));
  expect(reader.rest()).toMatchObject({ hasPassed: true, edits: ['/p/PLAN.md'], scratch: ['/p/PLAN.md'] });
});

test('the call that failed last ends a row of errors when it passes', () => {
  const reader = new ClientReader();
  for (const [id, isError] of [
    ['1', true],
    ['2', false],
  ] as const) {
    reader.take(called(id, 'Bash', { command: 'cat a' }));
    reader.take(answered(id, 'x', isError));
    expect(reader.rest()?.hasPassed).toBe(isError ? undefined : true);
  }
});

test('each call and each refusal is reported as an act', () => {
  const acts: unknown[] = [];
  const reader = new ClientReader({ onAct: (act) => acts.push(act) });
  reader.take(called('1', 'Bash', { command: 'rm a' }));
  reader.take(JSON.stringify({ type: 'system', subtype: 'permission_denied', tool_use_id: '1' }));
  reader.take(answered('1', 'needs approval', true));
  expect(acts).toEqual([
    { tool: 'Bash', target: 'rm a', isRefused: false },
    { tool: 'Bash', target: 'rm a', isRefused: true },
  ]);
});

test.each([
  [{ file_path: 'a.ts', description: 'x' }, 'a.ts'],
  [{ command: 'npm test', description: 'Runs the tests' }, 'npm test'],
  [{ pattern: 'foo', path: 'src' }, 'foo'],
  [{ file_path: 7, query: 'q' }, 'q'],
  [{}, undefined],
])('the target of a call with %j is %s', (input, target) => {
  const acts: unknown[] = [];
  new ClientReader({ onAct: (act) => acts.push(act) }).take(called('1', 'Any', input));
  expect(acts).toEqual([{ tool: 'Any', target, isRefused: false }]);
});

test('a call that was never answered did not run', () => {
  const reader = new ClientReader();
  reader.take(called('1', 'Bash', { command: 'sleep 9' }));
  expect(reader.rest()).toBeUndefined();
});

test('the cost of the session comes from the last result', () => {
  const reader = new ClientReader();
  const model = { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 3, cacheCreationInputTokens: 4 };
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'ok',
    terminal_reason: 'completed',
  };
  reader.take(JSON.stringify({ ...result, total_cost_usd: 0.5, modelUsage: { a: model } }));
  reader.take(JSON.stringify({ ...result, total_cost_usd: 0.75, modelUsage: { a: model, b: model } }));
  expect(reader.result).toMatchObject({ usd: 0.75, tokens: 20, text: 'ok', isError: false });
});

test('without a result the printed messages are priced, each once', () => {
  const reader = new ClientReader();
  const line = called('1', 'Bash', {});
  reader.take(line);
  const { usd } = reader.priced();
  expect(usd).toBeGreaterThan(0);
  reader.take(line);
  expect(reader.priced().usd).toBe(usd);
});

test('the end of a limit is taken from the client, in milliseconds', () => {
  const reader = new ClientReader();
  const info = (status: string): string =>
    JSON.stringify({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 1000 } });
  reader.take(info('allowed'));
  expect(reader.retryAt).toBeUndefined();
  reader.take(info('rejected'));
  expect(reader.retryAt).toBe(1_000_000);
});

test('nothing that a client prints throws', () => {
  const message = fc.record({
    type: fc.constantFrom('assistant', 'user', 'result', 'system', 'rate_limit_event'),
  });
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.tuple(message, fc.object()).map(([a, b]) => JSON.stringify({ ...b, ...a })),
  );
  fc.assert(
    fc.property(fc.array(anything), (lines) => {
      const reader = new ClientReader();
      for (const line of lines) reader.take(line);
      reader.rest();
      expect(reader.priced().usd).toBeGreaterThanOrEqual(0);
    }),
  );
});
