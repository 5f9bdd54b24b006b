import { describe, expect, test } from 'vitest';
import { parseFields, parseJson } from '../../src/views/json.ts';

const MIB = 1024 * 1024;
const problem = (field: string, reason: string): object => ({ ok: false, problems: [{ field, reason }] });

describe('text that is no file of ours is refused with the reason', () => {
  test.each([
    ['', 'is empty'],
    [' \r\n\t', 'is empty'],
    ['\uFEFF', 'is empty'],
    ['{', 'is not valid JSON'],
    [' x ', 'is not valid JSON'],
  ])('%j', (text, reason) => {
    expect(parseJson(text)).toEqual(problem('', reason));
  });

  test('text of 4 MiB is read, one character more is not', () => {
    const text = `"${'x'.repeat(4 * MIB - 2)}"`;
    expect(parseJson(text)).toMatchObject({ ok: true });
    expect(parseJson(`${text} `)).toEqual(problem('', 'is larger than 4194304 characters'));
  });

  test('text that nests deeper than 64 levels is refused', () => {
    const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parseJson(deep(64))).toMatchObject({ ok: true });
    expect(parseJson(deep(65))).toEqual(problem('', 'is nested deeper than 64 levels'));
  });

  test('many lists and objects beside each other are not deep', () => {
    const lists = Array.from({ length: 100 }, () => []);
    const objects = Array.from({ length: 100 }, () => ({}));
    expect(parseJson(JSON.stringify(lists))).toEqual({ ok: true, value: lists });
    expect(parseJson(JSON.stringify(objects))).toEqual({ ok: true, value: objects });
  });
});

describe('a value that should be an object is described', () => {
  test.each([
    ['null', 'null'],
    ['true', 'true'],
    ['5', '5'],
    ['[1,2]', 'a list of 2'],
    ['"x"', '"x"'],
    [`"${'x'.repeat(40)}"`, `"${'x'.repeat(40)}"`],
    [`"${'x'.repeat(41)}"`, 'text of 41 characters'],
  ])('%s', (text, name) => {
    expect(parseFields(text)).toEqual(problem('', `expected an object, got ${name}`));
  });

  test('an object is unchanged', () => {
    expect(parseFields('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });
});

describe('parsed values', () => {
  test.each([
    ['nothing', undefined],
    ['a function', () => 1],
    ['a large integer', { a: 5n }],
    [
      'an object that throws when read',
      {
        get a(): never {
          throw new Error('no');
        },
      },
    ],
  ])('%s is no data', (_what, value) => {
    expect(parseJson(value)).toEqual(problem('', 'is not plain data'));
  });

  test('a field without a value is left out, an item without one is null', () => {
    expect(parseJson({ a: undefined, b: [undefined, 1] })).toEqual({ ok: true, value: { b: [null, 1] } });
  });

  test('minus zero is zero', () => {
    expect(parseJson([-0])).toStrictEqual({ ok: true, value: [0] });
  });
});
