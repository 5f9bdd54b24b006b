import { describe, expect, test } from 'vitest';
import { badNameIn, isName } from '../../src/model/names.ts';

describe('names', () => {
  test.each([
    'a',
    'x'.repeat(200),
    'tests pass',
    'constructor',
    'прошло',
    '🚀',
    ' a ',
    '\u00a0'.repeat(3) + 'a',
  ])('%j is one', (name) => {
    expect(isName(name)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '\t',
    'x'.repeat(201),
    '__proto__',
    'a\nb',
    'a\u0000',
    '\u001fa',
    'a\u007f',
    'a\u0080b',
    'a\u009f',
    'a\u2028',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    '\ufeffa',
    'a\u2029',
  ])('%j is none', (name) => {
    expect(isName(name)).toBe(false);
  });

  test.each([
    [['a', 'b'], ['s', 's'], undefined],
    [['a', 'b', 'a'], [], 'a'],
    [['a', ''], [], ''],
    [['a'], ['s', 'x\ny'], 'x\ny'],
    [['a', 'a'], [''], 'a'],
    [[], [], undefined],
  ])('of criteria %j and steps %j the first that can’t be one is %j', (criteria, steps, bad) => {
    expect(badNameIn(criteria, steps)).toBe(bad);
  });
});
