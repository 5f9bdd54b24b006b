import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectSignals, LOOP_MARKERS, type Marker, PEER_MARKERS, readSignals } from '../../src/index.ts';
import { documents } from '../oracle/documents.ts';
import { saidByReference } from '../oracle/said-by-reference.ts';

const PROMISE = [{ kind: 'promise', tag: 'promise', values: ['COMPLETE'] }] as const;

describe('markers of other tools', () => {
  test.each<[string, readonly Marker[], string, readonly string[]]>([
    ['a tag with a value', PROMISE, 'Done.\n\n<promise>COMPLETE</promise>', ['promise COMPLETE 3']],
    ['a tag with another value', PROMISE, '<promise>SOON</promise>', []],
    [
      'a tag with any value',
      PEER_MARKERS['ralph-loop'],
      '- ok\n<promise> ALL GREEN </promise>',
      ['promise ALL GREEN 2'],
    ],
    [
      'a tag over lines',
      [{ kind: 'promise', tag: 'promise', spans: true }],
      '<promise>\n\n- a\n\n</promise>',
      ['promise - a 1'],
    ],
    ['a line', PEER_MARKERS['ralph-orchestrator'], 'All done.\nLOOP_COMPLETE', ['complete LOOP_COMPLETE 2']],
    ['a line with marks', [{ kind: 'end', line: '**DONE**' }], 'x\n\n**DONE**', ['end **DONE** 3']],
    [
      'of several the last counts, so they come in order',
      PEER_MARKERS['ralph-claude-code'],
      'EXIT_SIGNAL: true\n\nEXIT_SIGNAL: false',
      ['exit EXIT_SIGNAL: true 1', 'exit EXIT_SIGNAL: false 3'],
    ],
  ])('%s', (_, markers, markdown, expected) => {
    const said = detectSignals(markdown, { markers });
    expect(said.map(({ kind, value, line }) => `${kind} ${value} ${line}`)).toEqual(expected);
  });

  test.each([
    ['code block', '```\n<promise>COMPLETE</promise>\n```', 2],
    ['quote', '> <promise>COMPLETE</promise>', 1],
    ['line of text', 'I will not print <promise>COMPLETE</promise>', 1],
  ])('shown in a %s is not said, but named', (place, markdown, line) => {
    expect(readSignals(markdown, { markers: PROMISE })).toEqual({ signals: [], nearMiss: { line, place } });
  });

  const samples = Object.entries(PEER_MARKERS).flatMap(([tool, markers]: [string, readonly Marker[]]) =>
    markers.map((marker) => [tool, sampleOf(marker), markers] as const),
  );

  test.each(samples)('%s: %s counts where it is said, also in a list', (_, sample, markers) => {
    expect(detectSignals(`Ready.\n\n${sample}`, { markers })).toHaveLength(1);
    expect(detectSignals(`- tests pass\n${sample}`, { markers })).toHaveLength(1);
  });

  test.each(samples)('%s: %s does not count where it is shown', (_, sample, markers) => {
    const shown = [
      `\`\`\`\n${sample}\n\`\`\``,
      `> ${sample}`,
      `I will print ${sample} then`,
      `<!--\n${sample}\n-->`,
    ];
    expect(shown.filter((text) => detectSignals(text, { markers }).length > 0)).toEqual([]);
  });

  test('stand where the reference puts them, like our own', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const theirs = document.replaceAll('loop-done>', 'promise>').replaceAll('loop-complete>', 'report>');
        const markers = [...PROMISE, { kind: 'report', tag: 'report', spans: true }] as const;
        const names = { promise: 'loop-done', report: 'loop-complete' };
        expect(
          detectSignals(theirs, { markers }).map(({ kind, line }) => ({ kind: names[kind], line })),
        ).toEqual(saidByReference(document));
      }),
      { numRuns: Number(process.env['SOAK_DOCUMENTS'] ?? 1_000) },
    );
  }, 3_600_000);

  test('are ours where none are named', () => {
    const message = 'ok\n\n<loop-done>STUCK</loop-done>';
    expect(detectSignals(message, { markers: LOOP_MARKERS })).toEqual(detectSignals(message));
  });

  test.each<[string, Marker]>([
    ['HTML', { kind: 'x', tag: 'summary' }],
    ['raw text', { kind: 'x', tag: 'pre' }],
    ['no tag', { kind: 'x', tag: 'a b' }],
    ['two lines', { kind: 'x', line: 'a\nb' }],
    ['nothing', { kind: 'x', line: '' }],
  ])('that are %s are refused', (_, marker) => {
    expect(() => detectSignals('', { markers: [marker] })).toThrow(RangeError);
  });
});

/** A message that says it, with `…` for any text. */
function sampleOf(marker: Marker): string {
  if ('line' in marker) return marker.line;
  const value = 'values' in marker ? marker.values?.[0] : undefined;
  return `<${marker.tag}>${value ?? '…'}</${marker.tag}>`;
}
