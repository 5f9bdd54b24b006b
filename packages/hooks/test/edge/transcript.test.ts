import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { lastAssistantText, parseEntries } from '@loopwright/transcript';
import { expect, test } from 'vitest';
import {
  readApiError,
  readFailures,
  readLastMessage,
  transcriptOf,
  wasCapped,
} from '../../src/edge/transcript.ts';
import { createProjectFolder } from '../support/run-hook.ts';
import { CAPPED, RATE_LIMIT, said } from '../support/transcript.ts';

const SESSION = 'a-session';

function line(id: string, text: string, over: { isSidechain?: true; sessionId?: string } = {}): string {
  const message = { id, role: 'assistant', content: [{ type: 'text', text }] };
  return `${JSON.stringify({ type: 'assistant', isSidechain: false, sessionId: SESSION, message, ...over })}\n`;
}

function prompt(text: string): string {
  const message = { role: 'user', content: text };
  return `${JSON.stringify({ type: 'user', isSidechain: false, sessionId: SESSION, message })}\n`;
}

function read(text: string): string | undefined {
  const path = join(createProjectFolder(), 'transcript.jsonl');
  writeFileSync(path, text);
  return readLastMessage(path, SESSION);
}

function answer(id: string, is_error?: boolean): string {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'Exit code 1', is_error }];
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;
}

test('which calls failed is read from the results of these calls, as far as they are written', () => {
  const path = join(createProjectFolder(), 'transcript.jsonl');
  writeFileSync(path, answer('a', true) + answer('b', false) + answer('c') + answer('other', true));
  expect([...readFailures(path, ['a', 'b', 'c'])]).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ]);
  expect([...readFailures(path, ['a', 'late'])]).toEqual([['a', true]]);
  for (const none of ['', `${path}.missing.jsonl`, join(path, 'below-a-file')]) {
    expect(readFailures(none, ['a']).size).toBe(0);
  }
});

test('the results of an agent stand in a transcript of its own', () => {
  expect(transcriptOf('/p/one.jsonl', undefined)).toBe('/p/one.jsonl');
  expect(transcriptOf('/p/one.jsonl', 'a1')).toBe('/p/one/subagents/agent-a1.jsonl');
  expect(transcriptOf('', 'a1')).toBe('');
});

const long = 'x'.repeat(12_000);

test('a message that is longer than the first read is read from its first line', () => {
  const blocks = [`\`\`\`\n${long}`, long, '<loop-done>COMPLETE</loop-done>'];
  expect(read(line('one', 'Before.') + blocks.map((text) => line('two', text)).join(''))).toBe(
    blocks.join('\n\n'),
  );
});

test.each([
  ['a subagent', { isSidechain: true as const }],
  ['another session', { sessionId: 'another' }],
])('words of %s in between don’t make a message whole', (_, over) => {
  const text = line('one', 'Before.') + line('two', long) + line('sub', 'Aside.', over) + line('two', long);
  expect(read(text)).toBe(`${long}\n\n${long}`);
});

test('a message before many other lines is found', () => {
  const noise = `${JSON.stringify({ type: 'progress', data: long })}\n`.repeat(3);
  expect(read(line('one', 'Working.') + noise)).toBe('Working.');
  expect(read(line('one', 'Working.') + prompt('And now?') + noise)).toBeUndefined();
});

test('there may be no transcript', () => {
  expect(readLastMessage(join(createProjectFolder(), 'none.jsonl'), SESSION)).toBeUndefined();
});

test('says what reading all of it says, for any order of messages written one after the other', () => {
  const said = fc.record({ blocks: fc.integer({ min: 1, max: 4 }), size: fc.constantFrom(10, 5_000, 9_000) });
  const item = fc.oneof(
    { weight: 4, arbitrary: said },
    { weight: 1, arbitrary: fc.constant('prompt' as const) },
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), (items) => {
      const text = items
        .map((one, index) =>
          one === 'prompt'
            ? prompt(`prompt ${index}`)
            : Array.from({ length: one.blocks }, (_, at) =>
                line(`m${index}`, `${index}.${at} ${'y'.repeat(one.size)}`),
              ).join(''),
        )
        .join('');
      const whole = lastAssistantText(parseEntries(text.split('\n')), { sessionId: SESSION });
      expect(read(text)).toBe(whole);
    }),
    { numRuns: 60 },
  );
});

test('only a warning of the client itself says that its cap ended the turn, and only a late one counts', () => {
  const at = Date.parse('2026-02-05T10:00:00Z');
  const isCapped = (entry: object, timestamp = '2026-02-05T10:00:01Z'): boolean => {
    const path = join(createProjectFolder(), 'transcript.jsonl');
    writeFileSync(path, `${JSON.stringify({ ...entry, timestamp })}\n`);
    return wasCapped(path, at);
  };
  expect(isCapped(CAPPED)).toBe(true);
  expect(isCapped(CAPPED, '2026-02-05T09:59:59Z')).toBe(false);
  expect(isCapped({ ...CAPPED, type: 'assistant' })).toBe(false);
  expect(isCapped({ type: 'user', message: { role: 'user', content: JSON.stringify(CAPPED) } })).toBe(false);
  expect(wasCapped('/nowhere.jsonl', at)).toBe(false);
});

function apiErrorIn(lines: readonly string[]): ReturnType<typeof readApiError> {
  const path = join(createProjectFolder(), 'transcript.jsonl');
  writeFileSync(path, lines.join('\n'));
  return readApiError(path);
}

const at = (seconds: number, entry: object) =>
  JSON.stringify({ timestamp: `2026-06-01T10:00:0${seconds}.000Z`, ...entry });
const worked = at(0, said('Working.'));
const failed = at(5, RATE_LIMIT);
const inSubagent = failed.replace('"isSidechain":false', '"isSidechain":true');
const price = JSON.stringify({ type: 'cost-state', totalCostUSD: 1 });

test('finds the error at the end of a conversation, behind lines of other kinds', () => {
  expect(apiErrorIn([worked, failed, price, 'half a li'])).toEqual({
    at: Date.parse('2026-06-01T10:00:05.000Z'),
    name: 'rate_limit',
    text: 'API Error: 429 too many',
  });
});

test.each([
  ['Claude spoke again after it', [failed, worked]],
  ['it happened in a subagent', [worked, inSubagent]],
  ['nothing was said', [price]],
  ['there is nothing', []],
])('finds none where %s', (_, lines) => {
  expect(apiErrorIn(lines)).toBeUndefined();
});
