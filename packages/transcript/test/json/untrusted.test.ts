import { describe, expect, test } from 'vitest';
import { asObject, countField, objectsField, stringField } from '../../src/json/untrusted.ts';

describe('an unvalidated object', () => {
  test.each([undefined, null, 'text', 1, true, [], ['a']])('is not %j', (value) => {
    expect(asObject(value)).toBeUndefined();
  });

  test('gives the objects of an array and leaves out what else stands there', () => {
    expect(objectsField({ list: [{ a: 1 }, null, 'b', 3, ['c'], { d: 2 }] }, 'list')).toEqual([
      { a: 1 },
      { d: 2 },
    ]);
  });

  test.each([{ list: 'text' }, { list: { length: 1, 0: {} } }, { list: null }, {}, undefined])(
    'gives no objects where %j holds no array',
    (object) => {
      expect(objectsField(object, 'list')).toEqual([]);
    },
  );

  test.each([
    [0, 0],
    [1, 1],
    [1e12, 1e12],
    [1e12 + 1, 0],
    [-1, 0],
    [1.5, 0],
    [Number.NaN, 0],
    ['5', 0],
    [null, 0],
  ])('counts %j as %j', (value, count) => {
    expect(countField({ count: value }, 'count')).toBe(count);
  });

  test('gives no field that it only inherits', () => {
    expect(
      stringField(Object.create({ name: 'inherited' }) as Record<string, unknown>, 'name'),
    ).toBeUndefined();
    expect(stringField({ name: 'own' }, 'name')).toBe('own');
    expect(stringField({ name: 5 }, 'name')).toBeUndefined();
  });
});
