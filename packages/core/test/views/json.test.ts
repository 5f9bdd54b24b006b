import { describe, expect, test } from 'vitest';
import { parseFields, parseJson } from '../../src/views/json.ts';

const MIB = 1024 * 1024;
const problem = (reason: string): object => ({ ok: false, problems: [{ field: '', reason }] });
const lists = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const DEEP = 'is nested deeper than 64 levels';
const INVALID = 'is not valid JSON';

describe('bytes that are no JSON object are refused with the reason', () => {
  test.each([
    ['1 an empty file', '', 'is empty'],
    ['2 one space', ' ', 'is empty'],
    ['white space', '\uFEFF \r\n\t', 'is empty'],
    ['3 null', 'null', 'expected an object, got null'],
    ['4 true', 'true', 'expected an object, got true'],
    ['5 a list', '[1,2]', 'expected an object, got a list of 2'],
    ['6 a text', '"x"', 'expected an object, got "x"'],
    ['a text of 40', `"${'x'.repeat(40)}"`, `expected an object, got "${'x'.repeat(40)}"`],
    ['a text of 41', `"${'x'.repeat(41)}"`, 'expected an object, got text of 41 characters'],
    ['a number', '5', 'expected an object, got 5'],
    ['7 an open brace', '{', INVALID],
    ['9 two objects', '{}{}', INVALID],
    ['10 a trailing comma', '{"spec":"x",}', INVALID],
    ['11 a comment', '{/* x */"spec":"x"}', INVALID],
    ['12 single quotes', "{'spec':'x'}", INVALID],
    ['14 UTF-16 read as UTF-8', '{\u0000"\u0000s\u0000', INVALID],
    ['18 a raw bell in a text', '{"spec":"\u0007"}', INVALID],
    ['20 4,096 NUL bytes', '\u0000'.repeat(4096), INVALID],
    ['22 a million open brackets', '['.repeat(1_000_000), INVALID],
    ['22 a million brackets', lists(1_000_000), DEEP],
    ['23 two hundred thousand nested objects', objects(200_000), DEEP],
    ['65 levels', lists(65), DEEP],
    ['24 300 KB of spaces', ' '.repeat(300_000), 'is empty'],
    [
      '25 text larger than any loop needs',
      `"${'x'.repeat(4 * MIB - 1)}"`,
      'is larger than 4194304 characters',
    ],
  ])('%s', (_what, text, reason) => {
    expect(parseFields(text)).toEqual(problem(reason));
  });

  test.each([
    ['nothing', undefined],
    ['a function', () => 1],
    ['a large integer', { a: 5n }],
    [
      'what throws when read',
      Object.defineProperty({}, 'a', { get: () => expect.unreachable(), enumerable: true }),
    ],
  ])('%s is no data', (_what, value) => {
    expect(parseJson(value)).toEqual(problem('is not plain data'));
  });
});

describe('bytes that are taken', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['13 a BOM', '\uFEFF{"a":1}', { a: 1 }],
    ['15 CRLF', '{\r\n"a": 1\r\n}', { a: 1 }],
    ['19 U+2028 in a text', '{"a":"b\u2028"}', { a: 'b\u2028' }],
    ['21 a lone surrogate', '{"a":"\\ud800"}', { a: '\ud800' }],
    ['brackets in a text', JSON.stringify([lists(500)]), [lists(500)]],
    ['many lists beside each other', '[[],[],[],{},{}]', [[], [], [], {}, {}]],
    ['a field without a value, and an item', { a: undefined, b: [undefined, 1] }, { b: [null, 1] }],
    ['minus zero', [-0], [0]],
  ])('%s', (_what, input, value) => {
    expect(parseJson(input)).toStrictEqual({ ok: true, value });
  });

  test('4 MiB of text, 64 levels, a key of a megabyte and a hundred thousand keys', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"${index}":0`).join(',');
    const most = `"${'x'.repeat(4 * MIB - 2)}"`;
    for (const text of [most, lists(64), `{"${'k'.repeat(1_000_000)}":1}`, `{${keys}}`])
      expect(parseJson(text).ok).toBe(true);
  });
});
