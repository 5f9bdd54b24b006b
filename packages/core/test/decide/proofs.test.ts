import { describe, expect, test } from 'vitest';
import { scopeOf } from '../../src/decide/proofs.ts';

describe('scopeOf', () => {
  test('is empty for a check that depends on all of the project', () => {
    expect([scopeOf({}), scopeOf({ paths: [] })]).toEqual(['', '']);
  });

  test('is the same in whatever order, and however often, paths are named', () => {
    expect(scopeOf({ paths: ['b', 'a', 'b'] })).toBe('a\nb');
  });

  test('tells one work tree from another, and both from a path of the same name', () => {
    const scopes = [{ folder: 'a' }, { folder: 'b' }, { paths: ['a'] }, { folder: 'a', paths: ['b'] }];
    expect(new Set(scopes.map(scopeOf)).size).toBe(4);
  });
});
