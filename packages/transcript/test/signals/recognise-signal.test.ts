import { describe, expect, test } from 'vitest';
import { detectSignals } from '../../src/index.ts';
import { readSignalsWith } from '../../src/signals/detect-signals.ts';
import { LOOP_MARKERS, prepareMarkers } from '../../src/signals/markers.ts';
import { recogniseSignal } from '../../src/signals/recognise-signal.ts';
import { SIGNAL_VALUES, SIGNALS_OF_MODE } from '../../src/signals/signal.ts';

const LOOP = prepareMarkers(LOOP_MARKERS);

/** The meaning of a line between two others. */
function recognised(line: string): ReturnType<typeof recogniseSignal> {
  return recogniseSignal(LOOP, `>\n${line}\n>`, { start: 2, end: 2 + line.length });
}

describe('a line of a message', () => {
  test.each([
    ['<loop-done>STUCK</loop-done>', { part: 'value', kind: 'loop-done', value: 'STUCK' }],
    ['<issue-complete>DONE</issue-complete>', { part: 'value', kind: 'issue-complete', value: 'DONE' }],
    ['<loop-complete>', { part: 'open', kind: 'loop-complete', value: '' }],
    ['</loop-complete>', { part: 'close', kind: 'loop-complete', value: '' }],
    ['<loop-complete> a b </loop-complete>', { part: 'value', kind: 'loop-complete', value: 'a b' }],
    ['<loop-complete></loop-complete>', { part: 'value', kind: 'loop-complete', value: '' }],
  ])('that is %j is read as %j', (line, meaning) => {
    expect(recognised(line)).toEqual({ start: 2, end: 2 + line.length, meaning });
    expect(recognised(`  - ${line}\t\\`)).toEqual({ start: 6, end: 6 + line.length, meaning });
  });

  test.each([
    '',
    ' ',
    '>',
    '\\',
    'x>',
    '<b>',
    '<loop-done>stuck</loop-done>',
    '<loop-done>DONE</loop-done>',
    '<loop-done> STUCK</loop-done>',
    'a <loop-done>STUCK</loop-done>',
    '<loop-done>STUCK</loop-done> a',
    'a <loop-complete>',
    '<loop-complete>a',
    '<loop-complete>a>',
    'a</loop-complete>',
    '<b></loop-complete>',
    '<loop-complete>a<loop-complete>b</loop-complete>',
    '<loop-complete>a</loop-complete>b</loop-complete>',
  ])('that is %j means nothing', (line) => {
    expect(recognised(line)).toBeUndefined();
  });
});

test('a message without a closing tag needs no parser', () => {
  const loadParser = (): never => {
    throw new Error('The parser was loaded.');
  };
  const reading = { loadParser, isPlain: () => false };
  expect(readSignalsWith(reading, '- <loop-complete>', {}).signals).toEqual([]);
});

describe('a mode', () => {
  const all = Object.entries(SIGNAL_VALUES).flatMap(([kind, values]) =>
    values.map((value) => `<${kind}>${value}</${kind}>\n\n`),
  );
  const message = `${all.join('')}<loop-complete>a</loop-complete>`;

  test('understands the signals that seed 004 gives it, and no others', () => {
    expect(detectSignals(message).map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'loop-done COMPLETE',
      'loop-done MAX_ITERATIONS',
      'loop-done STUCK',
      'issue-complete DONE',
      'grind-done NO_MORE_ISSUES',
      'grind-done MAX_ISSUES',
      'loop-complete a',
    ]);
    for (const [mode, kinds] of [
      ['loop', ['loop-complete', 'loop-done']],
      ['issue', ['loop-complete', 'loop-done', 'issue-complete']],
      ['grind', ['loop-complete', 'grind-done']],
    ] as const) {
      expect(new Set(detectSignals(message, { mode }).map(({ kind }) => kind))).toEqual(new Set(kinds));
      expect(SIGNALS_OF_MODE[mode]).toEqual(kinds);
    }
  });
});
