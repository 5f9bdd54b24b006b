import { expect, test } from 'vitest';
import { HOSTS } from '@loopwright/hosts';
import type { ToolFacts } from '@loopwright/hooks';
import { ClientReader, type ClientWatch } from '../../src/client/client-reader.ts';

const plan = { root: '/p', prompt: '', sessionId: 's', command: 'loop', checks: [] };

/** A reader of the first agent that keeps its last batch. */
function createReader(watch: ClientWatch = {}) {
  let batch: ToolFacts | undefined;
  const reader = new ClientReader(HOSTS[0], plan, { ...watch, onTools: (facts) => (batch = facts) });
  const rest = (): ToolFacts | undefined => {
    batch = undefined;
    reader.facts.endBatch();
    return batch;
  };
  const take = (line: string): ToolFacts | undefined => {
    batch = undefined;
    reader.take(line);
    return batch;
  };
  return { reader, take, rest };
}

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
  const reader = createReader();
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
  expect(reader.reader.facts.calls).toBe(2);
  expect(reader.reader.facts.lastTool).toBe('Bash');
});

test('a refused call counts as a denial, not as a tool', () => {
  const reader = createReader();
  reader.take(called('1', 'Bash', { command: 'rm a' }));
  reader.take(JSON.stringify({ type: 'system', subtype: 'permission_denied', tool_use_id: '1' }));
  reader.take(answered('1', 'needs approval', true));
  expect(reader.rest()).toEqual({ tools: 0, edits: [], errors: [], denials: 1, denied: 'Bash: rm a' });
});

test('a check that passes ends a row of errors, and an edit of the plan is no round', () => {
  const reader = createReader({ checks: ['./accept'], root: '/p' });
  reader.take(called('1', 'Bash', { command: './accept --all' }));
  reader.take(called('2', 'Write', { file_path: '/p/PLAN.md' }));
  reader.take(answered('1', 'ok'));
  reader.take(answered('2', 'ok'));
  expect(reader.rest()).toMatchObject({ hasPassed: true, edits: ['/p/PLAN.md'], scratch: ['/p/PLAN.md'] });
});

test('the call that failed last ends a row of errors when it passes', () => {
  const reader = createReader();
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
  const reader = createReader({ onAct: (act) => acts.push(act) });
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
  createReader({ onAct: (act) => acts.push(act) }).take(called('1', 'Any', input));
  expect(acts).toEqual([{ tool: 'Any', target, isRefused: false }]);
});

test('a call that was never answered did not run', () => {
  const reader = createReader();
  reader.take(called('1', 'Bash', { command: 'sleep 9' }));
  expect(reader.rest()).toBeUndefined();
});

test('without a result the printed messages are priced, each once', () => {
  const reader = createReader();
  const line = called('1', 'Bash', {});
  reader.take(line);
  const { usd } = reader.reader.priced();
  expect(usd).toBeGreaterThan(0);
  reader.take(line);
  expect(reader.reader.priced().usd).toBe(usd);
});
