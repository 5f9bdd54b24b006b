import { describe, expect, it } from 'vitest';
import { isIn, phrases } from '../../src/lexicon/phrases.ts';
import * as constraints from '../../src/lexicon/constraints.ts';
import * as done from '../../src/lexicon/done.ts';
import * as outcome from '../../src/lexicon/outcome.ts';
import * as places from '../../src/lexicon/places.ts';
import * as scope from '../../src/lexicon/scope.ts';
import * as sections from '../../src/lexicon/sections.ts';
import * as success from '../../src/lexicon/success.ts';

describe('phrases', () => {
  it.each([
    ["don't touch", 'Dont  touch it', true],
    ['merge*', 'merging', false],
    ['merg*', 'merging', true],
    ['test', 'latest', false],
    ['from … to', 'from here to there', true],
    ['from … to', 'from here. Go to', false],
    ['from … to', 'from it to there', false],
    ['[stay/remain]ing', 'remaining', true],
    ['test(s)', 'tests', true],
    ['front-end', 'frontend', true],
    ['under #', 'under 100ms', false],
    ['under #', 'under 100 ms', true],
  ])('reads the term "%s" in "%s": %s', (terms, text, isThere) => {
    expect(isIn(phrases(terms), text)).toBe(isThere);
  });
});

describe('every expression of the word lists', () => {
  const unbounded = /(?<!\\)[*+]|\{\d+,\}/u;
  const all = [constraints, done, outcome, places, scope, sections, success].flatMap((module) =>
    expressionsIn(module),
  );

  it('is found by this test', () => {
    expect(all.length).toBeGreaterThan(50);
  });

  it('has bounded quantifiers only, so that it runs in time linear in the text', () => {
    expect(
      all
        .map(({ source }) => source.replaceAll(/\[(?:\\.|[^\]\\])*\]/gu, ''))
        .filter((source) => unbounded.test(source)),
    ).toEqual([]);
  });
});

function expressionsIn(value: unknown): readonly RegExp[] {
  if (value instanceof RegExp) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => expressionsIn(inner));
}
