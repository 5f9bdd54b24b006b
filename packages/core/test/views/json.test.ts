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

  test('text that nests deeper than 64 levels is refused before it is parsed', () => {
    const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parseJson(deep(64))).toMatchObject({ ok: true });
    expect(parseJson(deep(65))).toEqual(problem('', 'is nested deeper than 64 levels'));
    expect(parseJson('{"a":'.repeat(65))).toEqual(problem('', 'is nested deeper than 64 levels'));
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
    ['nothing', undefined, '', 'expected JSON, got nothing'],
    ['a function', { a: [() => 1] }, 'a[0]', 'expected JSON, got a function'],
    ['a symbol', { a: { b: Symbol('x') } }, 'a.b', 'expected JSON, got a symbol'],
    ['a large integer', { a: 5n }, 'a', 'expected JSON, got 5'],
    ['no number', { a: Number.NaN }, 'a', 'expected a finite number, got NaN'],
    ['an endless number', [1, -1 / 0], '[1]', 'expected a finite number, got -Infinity'],
  ])('%s is refused where it stands', (_what, value, field, reason) => {
    expect(parseJson(value)).toEqual(problem(field, reason));
  });

  test('a field without a value is left out, an item without one is null', () => {
    expect(parseJson({ a: undefined, b: [undefined, 1] })).toEqual({ ok: true, value: { b: [null, 1] } });
  });

  test('minus zero is zero', () => {
    expect(parseJson([-0])).toStrictEqual({ ok: true, value: [0] });
  });

  test('more than a million values are refused, shared ones counted each time', () => {
    const thousand = Array.from({ length: 1000 }, () => 1);
    const million = Array.from({ length: 1000 }, () => thousand);
    expect(parseJson(million)).toEqual(problem('', 'has more than 1000000 values'));
    const most = Array.from({ length: 999_999 }, () => 1);
    expect(parseJson(most).ok).toBe(true);
    expect(parseJson([...most, 1])).toEqual(problem('', 'has more than 1000000 values'));
  });

  test('only the first thing that is wrong is named', () => {
    const field = { a: 5n, b: Symbol('x') };
    expect(parseJson(field)).toEqual(problem('a', 'expected JSON, got 5'));
  });

  test('an object that throws when read is no data', () => {
    const throwing = {
      get a(): never {
        throw new Error('no');
      },
    };
    expect(parseJson(throwing)).toEqual(problem('', 'is not plain data'));
  });
});
