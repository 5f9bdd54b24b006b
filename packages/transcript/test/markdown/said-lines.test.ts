import { describe, expect, test } from 'vitest';
import type { Recognised } from '../../src/markdown/find-sections.ts';
import type { Judge } from '../../src/markdown/judge.ts';
import { readSaidLines, type ReadingLimits } from '../../src/markdown/said-lines.ts';

const NO_LIMITS: ReadingLimits = { maxParsed: 1e6, maxMarks: 1e6, maxDepth: 1e6 };
/** What starting the parser counts as, in characters. */
const START = 1_024;

/** Which lines with "say" are said where a parser takes every line for said that doesn't end in "no". */
function read(
  text: string,
  limits: Partial<ReadingLimits> = {},
): { readonly said: readonly string[]; readonly given: readonly string[]; readonly loaded: number } {
  const given: string[] = [];
  let loaded = 0;
  const judge: Judge = (markdown, lines) => {
    given.push(markdown);
    return lines.map(({ start, end }) => !markdown.slice(start, end).endsWith('no'));
  };
  const said = readSaidLines<string>(
    text,
    ({ start, end }): Recognised<string> | undefined => {
      const meaning = text.slice(start, end);
      return meaning.includes('say') ? { start, end, readAs: 'alone', meaning } : undefined;
    },
    {
      loadJudge: () => {
        loaded += 1;
        return judge;
      },
      limits: { ...NO_LIMITS, ...limits },
      isPlain: (section) => section.startsWith('plain'),
    },
  );
  return { said: said.map(({ meaning }) => meaning), given, loaded };
}

describe('the lines that are said', () => {
  test('come in order, though the last section is read first and the parser is loaded once', () => {
    const { said, given, loaded } = read('say 1\nsay no\nsay 2\n\nother\n\nsay 3');
    expect(said).toEqual(['say 1', 'say 2', 'say 3']);
    expect(given).toEqual(['say 3', 'say 1\nsay no\nsay 2\n\n']);
    expect(loaded).toBe(1);
  });

  test('are all of a plain section, for which nothing is loaded', () => {
    expect(read('plain\nsay no\nsay 1')).toEqual({ said: ['say no', 'say 1'], given: [], loaded: 0 });
  });
});

describe('what a parser is given', () => {
  test('is within its characters, each start of it counted in', () => {
    expect(read('say 1', { maxParsed: START + 5 }).said).toEqual(['say 1']);
    expect(read('say 1', { maxParsed: START + 4 })).toEqual({ said: [], given: [], loaded: 0 });
    const two = 'say 1\n\nsay 2';
    expect(read(two, { maxParsed: 2 * START + 12 }).said).toEqual(['say 1', 'say 2']);
    expect(read(two, { maxParsed: 2 * START + 11 }).said).toEqual(['say 2']);
  });

  test('is within its characters with the definitions that go with it', () => {
    const text = 'say [a]\n\n[a]: b';
    const length = 'say [a]\n\n\n\n[a]: x'.length;
    expect(read(text, { maxParsed: START + length }).said).toEqual(['say [a]']);
    expect(read(text, { maxParsed: START + length - 1 })).toEqual({ said: [], given: [], loaded: 0 });
  });

  test('is within its marks', () => {
    expect(read('say *_', { maxMarks: 2 }).said).toEqual(['say *_']);
    expect(read('say *_', { maxMarks: 1 })).toEqual({ said: [], given: [], loaded: 0 });
    expect(read('say 1', { maxMarks: 0 }).said).toEqual(['say 1']);
    expect(read('say *1*\n\nsay *2*', { maxMarks: 4 }).said).toEqual(['say *1*', 'say *2*']);
    expect(read('say *1*\n\nsay *2*', { maxMarks: 3 }).said).toEqual(['say *2*']);
  });

  test('is no deeper than it may be', () => {
    expect(read('> say 1', { maxDepth: 1 }).said).toEqual(['> say 1']);
    expect(read('> say 1', { maxDepth: 0 })).toEqual({ said: [], given: [], loaded: 0 });
    expect(read('> > a\n\n> say 1', { maxDepth: 1 }).said).toEqual(['> say 1']);
  });

  test('is a section with all definitions of the message if it has brackets, and alone if it has none', () => {
    const text = 'say [1]\n\n[a]: b\n\nsay 2\n\n[c]: d';
    expect(read(text).given).toEqual(['say 2\n\n', 'say [1]\n\n\n\n[a]: x\n\n[c]: x']);
  });

  test('is no section with brackets where there are more definitions than anybody writes', () => {
    const text = `say [1]\n\nsay 2\n\n${'[a]: b\n'.repeat(257)}`;
    expect(read(text).said).toEqual(['say 2']);
  });
});
