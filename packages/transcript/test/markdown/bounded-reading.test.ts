import { describe, expect, test } from 'vitest';
import { nastyMessages } from '../nasty-messages.ts';
import type { FindPlaces } from '../../src/markdown/line-place.ts';
import * as parser from '../../src/remark.ts';
import { costOf, READING_LIMITS, type Reading } from '../../src/markdown/said-lines.ts';
import { readSignalsWith } from '../../src/signals/detect-signals.ts';
import { LOOP_MARKERS, prepareMarkers } from '../../src/signals/markers.ts';
import { isPlainSection } from '../../src/signals/plain-section.ts';
import type { Signal } from '../../src/signals/signal.ts';
import { parseStatusBlockWith } from '../../src/status/parse-status-block.ts';

const isPlain = (section: string): boolean => isPlainSection(prepareMarkers(LOOP_MARKERS), section);
const detectSignalsWith = (reading: Reading, message: string): readonly Signal<string>[] =>
  readSignalsWith(reading, message, {}).signals;
const SIGNAL = '<loop-done>COMPLETE</loop-done>';

/** A reading whose parser counts its input. */
function countingReading(): { readonly reading: Reading; readonly given: string[] } {
  const given: string[] = [];
  const findPlaces: FindPlaces = (markdown, lines) => {
    given.push(markdown);
    return parser.findPlacesWithRemark(markdown, lines);
  };
  return {
    reading: {
      loadParser: () => ({ ...parser, findPlacesWithRemark: findPlaces }),
      isPlain,
    },
    given,
  };
}

/** How deep the quotes and items of a line go that begins with their markers. */
function depthOf(line: string): number {
  return (/^(?:[ \t]*(?:>|[-+*]|\d+[.)])(?=[ \t>]|$))*/.exec(line)?.[0].match(/>|[-+*]|\d+[.)]/g) ?? [])
    .length;
}

describe('the input of the parser for a message of a megabyte', () => {
  test.each(Object.entries(nastyMessages()))('stays within its limits: %s', (_, message) => {
    for (const read of [detectSignalsWith, parseStatusBlockWith]) {
      const { reading, given } = countingReading();
      read(reading, message);
      const cost = given.reduce((sum, source) => sum + costOf(source, 0), 0);
      expect(cost).toBeLessThanOrEqual(READING_LIMITS.maxCost);
      const lines = given.flatMap((source) => source.split('\n'));
      for (const line of lines) expect(depthOf(line)).toBeLessThanOrEqual(READING_LIMITS.maxDepth);
    }
  });
});

describe('a message that is too much for the parser', () => {
  test('says nothing where the parser was not asked, though the line may be said', () => {
    const { reading, given } = countingReading();
    const message = `${'*a '.repeat(5_000)}\n${SIGNAL}`;
    expect(detectSignalsWith(reading, message)).toEqual([]);
    expect(given).toEqual([]);
  });

  test('still finds a line in a section of its own below', () => {
    const { reading } = countingReading();
    const message = `${'*a '.repeat(300_000)}\n\n${SIGNAL}`;
    expect(detectSignalsWith(reading, message)).toEqual([{ kind: 'loop-done', value: 'COMPLETE', line: 3 }]);
  });

  test('never finds a line that a construct above hides, of any length', () => {
    const filler = 'x\n'.repeat(300_000);
    for (const open of ['```\n', '<!--\n', '<pre>\n', '- a\n  ```\n\n      ', '---\na: b\n']) {
      const close = open.startsWith('---') ? '\n---\n' : '';
      const { reading } = countingReading();
      const indent = open.startsWith('-') && !open.startsWith('---') ? '  ' : '';
      const message = `${open}${indent === '' ? filler : ''}\n${indent}${SIGNAL}\n${close}`;
      expect(detectSignalsWith(reading, message), open).toEqual([]);
    }
  });

  test('reads the last sections first, because the last signal counts', () => {
    const { reading } = countingReading();
    const early = `*a* \`b\` [c]\n${SIGNAL}\n\n`.repeat(2_000);
    const signals = detectSignalsWith(reading, `${early}*a*\n<loop-done>STUCK</loop-done>\n`);
    expect(signals.at(-1)).toEqual({ kind: 'loop-done', value: 'STUCK', line: 6_002 });
  });

  test('finds nothing in quotes or lists that are nested too deep, and what stands below them', () => {
    for (const marker of ['> ', '- ', '1. ']) {
      const { reading, given } = countingReading();
      expect(detectSignalsWith(reading, `${marker.repeat(13)}a\n${SIGNAL}`), marker).toEqual([]);
      expect(detectSignalsWith(reading, `${marker.repeat(13)}a\n\n- ${SIGNAL}`), marker).toHaveLength(1);
      expect(given).toHaveLength(1);
    }
  });

  test('reads a list item at its end, however long the list is', () => {
    const { reading, given } = countingReading();
    const message = `${'- `item` with [text](x)\n'.repeat(20_000)}- ${SIGNAL}\n`;
    expect(detectSignalsWith(reading, message)).toHaveLength(1);
    expect(given.join('').length).toBeLessThan(1_200);
  });
});

describe('a message that needs no parser', () => {
  test.each([
    ['without a signal', 'All done.'],
    ['with a signal in a section of its own', `# Done\n\n- a\n- b\n\n${SIGNAL}`],
    ['with a signal below prose', `All tests pass.\n${SIGNAL}`],
    [
      'with a block as seed 003 writes it',
      '<loop-complete>\nAll satisfied:\n- a: ✓\n- `b`: ✓\n</loop-complete>',
    ],
    ['with tags that nobody closes', '<loop-complete>\n'.repeat(30_000)],
  ])('never loads it: %s', (_, message) => {
    const loadParser = (): never => {
      throw new Error('The parser was loaded.');
    };
    const reading = { loadParser, isPlain };
    expect(() => detectSignalsWith(reading, message)).not.toThrow();
  });
});
