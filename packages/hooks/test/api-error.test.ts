import { expect, test } from 'vitest';
import { lastApiError } from '../src/api-error.ts';

const said = JSON.stringify({
  type: 'assistant',
  isSidechain: false,
  timestamp: '2026-06-01T10:00:00.000Z',
  message: { id: 'msg_1', content: [{ type: 'text', text: 'Working.' }] },
});
const failed = JSON.stringify({
  type: 'assistant',
  isSidechain: false,
  timestamp: '2026-06-01T10:00:05.000Z',
  error: 'rate_limit',
  isApiErrorMessage: true,
  message: { id: 'msg_2', content: [{ type: 'text', text: 'API Error: 429 too many' }] },
});
const inSubagent = failed.replace('"isSidechain":false', '"isSidechain":true');
const other = JSON.stringify({ type: 'cost-state', totalCostUSD: 1 });

test('finds the error at the end of a conversation, behind lines of other kinds', () => {
  expect(lastApiError([said, failed, other, 'half a li'])).toEqual({
    at: Date.parse('2026-06-01T10:00:05.000Z'),
    name: 'rate_limit',
    text: 'API Error: 429 too many',
  });
});

test.each([
  ['Claude spoke again after it', [failed, said]],
  ['it happened in a subagent', [said, inSubagent]],
  ['nothing was said', [other]],
  ['there is nothing', []],
])('finds none where %s', (_, lines) => {
  expect(lastApiError(lines)).toBeUndefined();
});
