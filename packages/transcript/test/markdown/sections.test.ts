import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPlacesWithRemark } from '../../src/markdown/find-places.ts';
import { detectSignals } from '../../src/index.ts';
import { LOOP_MARKERS, prepareMarkers } from '../../src/signals/markers.ts';
import { recogniseSignal } from '../../src/signals/recognise-signal.ts';
import { definitionLabels as findLabels } from '../../src/markdown/said-lines.ts';
import { linesOf } from '../lines-of.ts';
import { documents } from '../oracle/documents.ts';

const LOOP = prepareMarkers(LOOP_MARKERS);
const SIGNAL = '<loop-done>COMPLETE</loop-done>';

describe('reading a message section by section', () => {
  test('gives the same answer for the lines of a whole document as reading it in one piece', () => {
    fc.assert(
      fc.property(documents, (document) => {
        // Only values: which tags of a block belong together is decided after this.
        const asked = linesOf(document).flatMap((line, index) => {
          const found = recogniseSignal(LOOP, document, line);
          return found?.meaning.part === 'value' ? [{ ...found, line: index + 1 }] : [];
        });
        const answers = findPlacesWithRemark(document, asked);
        const whole = asked.filter((_, index) => answers[index] === 'said').map(({ line }) => line);
        const inSections = detectSignals(document)
          .filter(({ kind }) => kind === 'loop-done')
          .map(({ line }) => line);
        expect(inSections).toEqual(whole);
      }),
      { numRuns: 1_000 },
    );
  });

  test('does not depend on how lines end', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const signals = detectSignals(document).map(({ kind, line }) => ({ kind, line }));
        for (const ending of ['\r\n', '\r']) {
          const other = detectSignals(document.replaceAll('\n', ending));
          expect(other.map(({ kind, line }) => ({ kind, line }))).toEqual(signals);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('never sees a signal inside a fence, with any other content', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('`', '~'), (document, marker) => {
        const fence = marker.repeat(9);
        expect(detectSignals(`${fence}\n${document}\n${fence}`)).toEqual([]);
        expect(detectSignals(`${fence}\n${document}`)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('always sees a signal in a paragraph of its own, unless the text above includes it', () => {
    fc.assert(
      fc.property(documents, (document) => {
        // Closes all blocks that could be open at the top level.
        const closed = `${document}\n\n-->\n?>\n]]>\n>\n</pre>\n</script>\n\n`;
        const signals = detectSignals(`${closed.replaceAll(/`{3,}|~{3,}/g, 'x')}# h\n\n${SIGNAL}\n`);
        expect(signals.at(-1)).toMatchObject({ kind: 'loop-done' });
      }),
      { numRuns: 1_000 },
    );
  });

  test('answers for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(() => detectSignals(`${text}\n${SIGNAL}\n${text}`)).not.toThrow();
      }),
    );
  });
});

/** The labels, each once. */
function definitionLabels(text: string): readonly string[] | undefined {
  const labels = findLabels(text)?.map(({ label }) => label);
  return labels && [...new Set(labels)];
}

describe('labels of link definitions', () => {
  test.each([
    ['[a]: /b', ['a']],
    ['> - [a b]: /c\n\n[d]:\n/e', ['a b', 'd']],
    ['[a\nb]: /c', ['a\nb']],
    ['[a\\]b]: /c', ['a\\]b']],
    ['[a]:b]:c]:', ['a']],
    ['[^1]: note', []],
    ['[ ]: /b', []],
    ['a[0]: b', ['0']],
  ])('of %j are %j', (text, labels) => {
    expect(definitionLabels(text)).toEqual(labels);
  });

  test('do not count with a label longer than CommonMark allows', () => {
    expect(definitionLabels(`[${'a'.repeat(999)}]: /b`)).toEqual(['a'.repeat(999)]);
    expect(definitionLabels(`[${'a'.repeat(1_000)}]: /b`)).toEqual([]);
  });

  test('are not looked at where there are more than anybody writes', () => {
    expect(definitionLabels('[a]: /b\n'.repeat(256))).toEqual(['a']);
    expect(definitionLabels('[a]: /b\n'.repeat(257))).toBeUndefined();
  });
});
