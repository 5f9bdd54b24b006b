import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as parser from '../src/remark.ts';
import { readSignalsWith } from '../src/signals/detect-signals.ts';
import { detectSignals } from '../src/index.ts';
import { documents } from './oracle/documents.ts';
import { saidByReference } from './oracle/said-by-reference.ts';

const numRuns = Number(process.env['SOAK_DOCUMENTS'] ?? 2_000);

describe(`${numRuns} documents`, () => {
  test('a signal is seen exactly where the reference implementation of CommonMark puts it before a reader', () => {
    let said = 0;
    fc.assert(
      fc.property(documents, (document) => {
        const expected = saidByReference(document);
        said += expected.length;
        const seen = detectSignals(document).map(({ kind, line }) => ({ kind, line }));
        expect(seen).toEqual(expected);
      }),
      { numRuns },
    );
    // Without any said line, the comparison would always agree.
    expect(said).toBeGreaterThan(numRuns / 10);
  }, 3_600_000);

  test('a section that is answered without a parser is answered as the parser would', () => {
    const parsing = { loadParser: () => parser, isPlain: () => false };
    fc.assert(
      fc.property(documents, (document) => {
        expect(detectSignals(document)).toEqual(readSignalsWith(parsing, document, {}).signals);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  }, 3_600_000);
});
