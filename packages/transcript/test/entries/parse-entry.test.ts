import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isHumanPrompt,
  isMainAssistant,
  lastAssistantText,
  parseEntries,
  parseEntry,
} from '../../src/index.ts';
import { assistantLine } from '../transcript-lines.ts';

describe('a line of a transcript', () => {
  test.each([
    '',
    ' ',
    'null',
    'true',
    '[]',
    '"x"',
    '{',
    '{"type":"assistant"',
    "{'type':'user'}",
    '5',
    '{}{}',
  ])('that is %j is no entry', (line) => {
    expect(parseEntry(line)).toBeUndefined();
  });

  test('of an unknown type has that type', () => {
    expect(parseEntry('{"type":"ai-title","title":"x"}')).toMatchObject({
      type: 'other',
      lineType: 'ai-title',
    });
    expect(parseEntry('{}')).toMatchObject({ type: 'other', lineType: '' });
    expect(parseEntry('{"type":5}')).toMatchObject({ type: 'other', lineType: '' });
  });

  test('with fields of the wrong kind is an entry without them', () => {
    const line =
      '{"type":"assistant","uuid":5,"isSidechain":"no","message":{"id":[],"content":{"type":"text"},"usage":7}}';
    expect(parseEntry(line)).toMatchObject({
      type: 'assistant',
      uuid: undefined,
      chain: 'unknown',
      messageId: undefined,
      texts: [],
      usage: undefined,
    });
  });

  test.each([
    ['typed', 'human', 'typed'],
    ['suggestion_accepted', 'human', 'typed'],
    [undefined, 'human', 'typed'],
    ['queued', 'human', 'other'],
    ['typed', 'auto_continuation', 'other'],
    ['system', 'scheduled', 'other'],
    ['system', 'task_notification', 'other'],
    ['sdk', 'sdk', 'other'],
    ['typed', undefined, 'typed'],
    [undefined, undefined, undefined],
  ])('from %s of the origin %s opens a turn: %s', (promptSource, turnOrigin, opener) => {
    const line = JSON.stringify({ type: 'user', promptSource, turnOrigin, message: { content: 'hi' } });
    expect(parseEntry(line)).toMatchObject({ opener });
  });

  test('that is the summary of a compaction is typed by nobody', () => {
    const line = JSON.stringify({ type: 'user', isCompactSummary: true, promptSource: 'typed' });
    expect(parseEntry(line)).toMatchObject({ opener: 'other' });
  });

  test('takes no field from a prototype', () => {
    const entry = parseEntry(
      '{"type":"user","__proto__":{"isMeta":true,"uuid":"x"},"message":{"content":"hi"}}',
    );
    expect(entry).toMatchObject({ isMeta: false, uuid: undefined });
  });

  test('is read with any content', () => {
    const holder = fc.record({
      type: fc.constantFrom('assistant', 'user', 'system'),
      message: fc.jsonValue(),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          holder.map((value) => JSON.stringify(value)),
        ),
        (line) => {
          expect(() => parseEntries([line])).not.toThrow();
        },
      ),
    );
  });

  test('nested a hundred thousand deep is read like any other', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(parseEntry(`{"type":"user","message":{"content":"hi"},"deep":${deep}}`)).toMatchObject({
      texts: ['hi'],
    });
  });
});

describe('who said a line', () => {
  test('is Claude in the main conversation only where the line says so', () => {
    const entries = parseEntries([
      assistantLine({}),
      assistantLine({ isSidechain: true }),
      assistantLine({ model: '<synthetic>' }),
      '{"type":"assistant","message":{"content":"x"}}',
      '{"type":"assistant","isSidechain":false,"isApiErrorMessage":true,"message":{"content":"x"}}',
      '{"type":"assistant","isSidechain":false,"isMeta":true,"message":{"content":"x"}}',
    ]);
    expect(entries.map(isMainAssistant)).toEqual([true, false, false, false, false, false]);
  });

  test('is a person where a prompt has words of their own', () => {
    const user = (extra: object): string => JSON.stringify({ type: 'user', isSidechain: false, ...extra });
    const entries = parseEntries([
      user({ message: { content: 'hi' } }),
      user({ message: { content: [{ type: 'text', text: 'hi' }] } }),
      user({ message: { content: '  ' } }),
      user({ message: { content: 'hi' }, isMeta: true }),
      user({ message: { content: 'hi' }, isCompactSummary: true }),
      user({ message: { content: 'hi' }, isSidechain: true }),
      user({ message: { content: '<task-notification>x</task-notification>' } }),
      user({ message: { content: [{ type: 'tool_result', content: 'hi' }] } }),
    ]);
    expect(entries.map(isHumanPrompt)).toEqual([true, true, false, false, false, false, false, false]);
  });
});

describe('the last text', () => {
  test('is the text of the last message that has any', () => {
    const entries = parseEntries([
      assistantLine({ id: 'a', content: [{ type: 'text', text: 'first' }] }),
      assistantLine({ id: 'b', content: [{ type: 'text', text: 'second' }] }),
      assistantLine({ id: 'b', content: [{ type: 'text', text: 'third' }] }),
      assistantLine({ id: 'c', content: [{ type: 'tool_use', name: 'Bash', input: {} }] }),
    ]);
    expect(lastAssistantText(entries)).toBe('second\n\nthird');
  });
});
