import { describe, expect, it } from 'vitest';
import { compileGlob, matchesGlob } from '../../src/fingerprint/glob.ts';

function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern, 'exact');
  return glob !== undefined && matchesGlob(glob, path);
}

describe('a pattern', () => {
  it.each([
    ['*.log', 'a.log', true],
    ['*.log', 'a.logs', false],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'axxcyyb', false],
    ['?.js', 'a.js', true],
    ['?.js', 'ab.js', false],
    // Git compares bytes, and é has two.
    ['?.js', 'é.js', false],
    ['??.js', 'é.js', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]a]x', ']x', true],
    ['[a-]x', '-x', true],
    ['[[:digit:]]', '7', true],
    ['[[:nope:]]', 'n', false],
    ['[\\]]', ']', true],
    ['[abc', '[abc', false],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['trailing\\', 'trailing\\', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'ab', false],
    ['**/b', 'b', true],
    ['**/b', 'x/y/b', true],
    ['a/**', 'a/x', true],
    ['a/**', 'a', false],
    ['a/**', 'b/a/x', false],
    ['a**b', 'axb', true],
    ['a**b', 'a/b', false],
    // Two stars right after the first letters stand at a beginning, for git.
    ['a**/b', 'ax/y/b', true],
    ['x*a**/b', 'xa/y/b', false],
    ['*', 'a/b', false],
    ['*/b', 'a/b', true],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('stays cheap where a backtracking matcher would hang', () => {
    const pattern = `${'a*'.repeat(200)}b`;
    expect(matches(pattern, 'a'.repeat(4000))).toBe(false);
    expect(matches(`${'**/a/'.repeat(60)}b`, `${'a/'.repeat(500)}c`)).toBe(false);
  });

  it('folds case only where it is told to', () => {
    const glob = compileGlob('[A-C]*.TXT', 'folded');
    expect(glob && matchesGlob(glob, 'Bee.txt')).toBe(true);
    expect(matches('*.TXT', 'a.txt')).toBe(false);
  });
});
