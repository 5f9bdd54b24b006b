import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fold } from '../../src/journal/fold.ts';
import type { Program } from '../../src/journal/loop-program.ts';
import { encodeRecord, scanRecords } from '../../src/journal/record.ts';
import type { Log } from '../../src/log/log.ts';
import { program } from '../support/counter-journal.ts';

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

/** The fold of a log with these bytes from this place on. */
function foldOf(bytes: Buffer, base = 0, changes: Partial<Program> = {}): Fold {
  const log = { read: () => ({ ...scanRecords(bytes, base), end: base + bytes.length }) } as unknown as Log;
  const fold = new Fold({ ...program, ...changes }, log);
  fold.catchUp();
  return fold;
}

describe('a fold', () => {
  it('is total and the same for all readers, for any bytes', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const bytes = Buffer.concat(lines);
        const { run, count, ignored } = foldOf(bytes);
        expect(foldOf(bytes)).toMatchObject({ run, count, ignored });
        expect(count + ignored).toBeLessThanOrEqual(bytes.filter((byte) => byte === 0x0a).length + 1);
      }),
      { numRuns: RUNS },
    );
  });

  it('skips a record on which its program fails, for all readers', () => {
    const decide = (): never => {
      throw new Error('a fault in the program');
    };
    const raced = encodeRecord({ v: 1, n: 'aaaaaaaaaaaa', at: 0, c: { type: 'stop' }, e: [] });
    expect(foldOf(raced, 10, { decide })).toMatchObject({ count: 0, ignored: 1 });
  });
});
