import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY, Fold } from '../../src/journal/fold.ts';
import { encodeRecord, scanRecords } from '../../src/journal/record.ts';
import { counterProgram } from '../support/counter.mjs';

/** `SOAK=100000` for the figure that the package promises. */
const RUNS = Number(process.env['SOAK'] ?? 500);

const command = fc.oneof(
  fc.constant({ type: 'stop' }),
  fc.record({ type: fc.constant('mark'), id: fc.string() }),
  fc.record({ type: fc.constant('start'), cap: fc.integer() }),
  fc.jsonValue(),
);
const event = fc.oneof(
  fc.record({ type: fc.constant('blocked'), number: fc.integer() }),
  fc.record({ type: fc.constant('started'), cap: fc.nat(5) }),
  fc.jsonValue(),
);
const line = fc.oneof(
  fc
    .record({
      v: fc.constantFrom(1, 1, 1, 2),
      n: fc.stringMatching(/^[AB]{12}$/),
      at: fc.nat(3000),
      c: command,
      e: fc.array(event, { maxLength: 3 }),
    })
    .map((body) => encodeRecord(body as Parameters<typeof encodeRecord>[0])),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
);

function foldAll(bytes: Buffer): { readonly run: unknown; readonly count: number; readonly ignored: number } {
  const fold = new Fold(counterProgram, EMPTY, () => undefined);
  const { records, ignored } = scanRecords(bytes, 0);
  for (const record of records) fold.add(record);
  return { run: fold.run, count: fold.count, ignored: fold.ignored + ignored };
}

describe('a fold', () => {
  it('is total and the same for all readers, for any bytes', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const bytes = Buffer.concat(lines);
        const folded = foldAll(bytes);
        expect(foldAll(bytes)).toEqual(folded);
        expect(folded.count + folded.ignored).toBeLessThanOrEqual(
          bytes.filter((byte) => byte === 0x0a).length + 1,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('skips a record on which its program fails, for all readers', () => {
    const failing = {
      ...counterProgram,
      decide: (): never => {
        throw new Error('a fault in the program');
      },
    };
    const fold = new Fold(failing, EMPTY, () => undefined);
    const raced = encodeRecord({ v: 1, n: 'aaaaaaaaaaaa', at: 0, c: { type: 'stop' }, e: [] });
    const [record] = scanRecords(raced, 0).records;
    expect(record && fold.add({ ...record, start: 10 })).toBeUndefined();
    expect(fold.ignored).toBe(1);
  });
});
