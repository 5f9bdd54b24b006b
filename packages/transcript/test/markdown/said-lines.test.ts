import { describe, expect, test } from 'vitest';
import type { FindPlaces } from '../../src/markdown/line-place.ts';
import { isSaid, READING_LIMITS, readLines } from '../../src/markdown/said-lines.ts';

/** The cost of a parser start, of a line and of a mark, in characters. */
const START = 1_024;
const MORE = 64;

/** The said lines among those with "say". The parser takes every line as said, unless it ends in "no". */
function read(text: string): {
  readonly said: readonly string[];
  readonly given: readonly string[];
  readonly loaded: number;
} {
  const given: string[] = [];
  let loaded = 0;
  const findPlaces: FindPlaces = (markdown, lines) => {
    given.push(markdown);
    return lines.map(({ start, end }) => (markdown.slice(start, end).endsWith('no') ? 'quote' : 'said'));
  };
  const lines = readLines<string>(
    text,
    {
      words: ['say'],
      recognise: (_, { start, end }) => ({ start, end, meaning: text.slice(start, end) }),
    },
    {
      loadParser: () => {
        loaded += 1;
        return { findPlacesWithRemark: findPlaces, findShownSignal: () => undefined };
      },
      isPlain: (section) => section.startsWith('plain'),
    },
  );
  const said = lines.filter(isSaid);
  for (const { line, start, end, meaning } of lines) {
    expect(text.split(/\r\n|\n|\r/)[line - 1]).toBe(meaning);
    expect(text.slice(start, end)).toBe(meaning);
  }
  return { said: said.map(({ meaning }) => meaning), given, loaded };
}

describe('the said lines', () => {
  test('come in order, though the last section is read first and the parser is loaded once', () => {
    const { said, given, loaded } = read('say 1\nsay no\nsay 2\n\nother\n\nsay 3');
    expect(said).toEqual(['say 1', 'say 2', 'say 3']);
    expect(given).toEqual(['say 3', 'say 1\nsay no\nsay 2\n\n']);
    expect(loaded).toBe(1);
  });

  test('are passed with their positions in the input of the parser', () => {
    expect(read('say no\n\n> a\nsay 1\nsay no\nsay 2\n\nsay no').said).toEqual(['say 1', 'say 2']);
  });

  test('are all of a plain section, for which nothing is loaded', () => {
    expect(read('plain\nsay no\nsay 1')).toEqual({ said: ['say no', 'say 1'], given: [], loaded: 0 });
  });
});

/** A section of a known cost, made longer until it is as costly as a section may be, and `more`. */
function costing(section: string, cost: number, more = 0): string {
  return `${'x'.repeat(READING_LIMITS.maxCost - cost + more)}${section}`;
}

describe('the input of the parser', () => {
  test('is within its characters, each start of it counted in', () => {
    expect(read(costing('say 1', START + 5)).said).toHaveLength(1);
    expect(read(costing('say 1', START + 5, 1))).toEqual({ said: [], given: [], loaded: 0 });
    const [two, cost] = ['say 1\n\nsay 2', 2 * START + 12 + 2 * MORE];
    expect(read(costing(two, cost)).said).toHaveLength(2);
    expect(read(costing(two, cost, 1)).said).toEqual(['say 2']);
  });

  test('is within its characters with the definitions that go with it', () => {
    const text = 'say [a]\n\n[a]: b';
    const cost = START + 'say [a]\n\n\n\n[a]: x'.length + (4 + 4) * MORE;
    expect(read(costing(text, cost)).said).toHaveLength(1);
    expect(read(costing(text, cost, 1))).toEqual({ said: [], given: [], loaded: 0 });
  });

  test.each([
    ['no marks', 'say 1', 0],
    ['two marks', 'say *_', 2],
    ['all marks', 'say []!*_`<>&\\~|', 12],
    ['a line in a quote', '\n> say 1', 3],
    ['two lines in an item of a quote', '\r\n> - b\r\n> - say 1', 8],
    ['a line each', '\rb\nsay 1', 2],
  ])('is within its cost with %s', (_, text, more) => {
    const cost = START + text.length + more * MORE;
    expect(read(costing(text, cost)).said).toHaveLength(1);
    expect(read(costing(text, cost, 1)).said).toEqual([]);
  });

  test('is no deeper than it may be', () => {
    expect(read(`${'>'.repeat(12)}say 1`).said).toHaveLength(1);
    expect(read(`${'>'.repeat(13)}say 1`)).toEqual({ said: [], given: [], loaded: 0 });
    expect(read(`${'>'.repeat(13)}a\n\n> say 1`).said).toEqual(['> say 1']);
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
