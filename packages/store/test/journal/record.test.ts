import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeRecord,
  encodeRecord,
  MAX_RECORD_BYTES,
  scanRecords,
  type RecordBody,
} from '../../src/journal/record.ts';

const body = (n: string, at = 0): RecordBody => ({ v: 1, n, at, c: { type: 'stop' }, e: [], d: 'x' });
const nonce = fc.stringMatching(/^[A-Za-z0-9_-]{12}$/);

describe('a record', () => {
  it('comes back from its frame as it went in', () => {
    fc.assert(
      fc.property(nonce, fc.nat(), fc.jsonValue(), fc.array(fc.jsonValue()), (n, at, c, e) => {
        const written = JSON.parse(JSON.stringify({ v: 1, n, at, c, e })) as RecordBody;
        const { records } = scanRecords(encodeRecord(written), 0);
        expect(records).toEqual([{ start: 0, body: { ...written, d: undefined } }]);
      }),
    );
  });

  it('is ignored when it is of another version', () => {
    const frame = encodeRecord({ ...body('abcdefghijkl'), v: 2 as 1 });
    expect(scanRecords(frame, 0)).toMatchObject({ records: [], ignored: 1 });
  });

  it('is ignored when it is longer than any record may be', () => {
    const frame = encodeRecord({ ...body('abcdefghijkl'), c: 'x'.repeat(MAX_RECORD_BYTES) });
    expect(scanRecords(frame, 0)).toMatchObject({ records: [], ignored: 1 });
  });

  it.each([
    ['a nonce of another length', { n: 'short' }],
    ['a place that is no offset', { at: -1 }],
    ['a place beyond all numbers', { at: 2 ** 53 }],
    ['a place that is text', { at: '0' }],
    ['events that are no list', { e: {} }],
  ])('is ignored with %s', (_what, change) => {
    const frame = encodeRecord({ ...body('abcdefghijkl'), ...change } as RecordBody);
    expect(scanRecords(frame, 0)).toMatchObject({ records: [], ignored: 1 });
  });

  it('is not found without the newline before it', () => {
    const frame = encodeRecord(body('abcdefghijkl')).subarray(1);
    expect(scanRecords(frame, 0)).toMatchObject({ records: [], ignored: 1 });
  });

  it('is not accepted under the hash of another one', () => {
    const one = encodeRecord(body('aaaaaaaaaaaa')).toString();
    const other = encodeRecord(body('bbbbbbbbbbbb')).toString();
    const forged = Buffer.from(one.slice(0, 14) + other.slice(14));
    expect(scanRecords(forged, 0)).toMatchObject({ records: [], ignored: 1 });
  });
});

describe('scanning', () => {
  it('costs a torn record only itself', () => {
    const torn = encodeRecord(body('aaaaaaaaaaaa')).subarray(0, 30);
    const whole = encodeRecord(body('bbbbbbbbbbbb', 30));
    const { records, ignored } = scanRecords(Buffer.concat([torn, whole]), 0);
    expect(records.map((record) => [record.start, record.body.n])).toEqual([[30, 'bbbbbbbbbbbb']]);
    expect(ignored).toBe(1);
  });

  it('reads a line that is still being written again, and counts it then', () => {
    const first = encodeRecord(body('aaaaaaaaaaaa'));
    const second = encodeRecord(body('bbbbbbbbbbbb', first.length));
    const all = Buffer.concat([first, second]);
    for (let cut = 0; cut <= all.length; cut += 1) {
      const early = scanRecords(all.subarray(0, cut), 0);
      const late = scanRecords(all.subarray(early.resume), early.resume);
      expect([...early.records, ...late.records].map((record) => record.body.n)).toEqual([
        'aaaaaaaaaaaa',
        'bbbbbbbbbbbb',
      ]);
      expect(early.ignored + late.ignored).toBe(0);
    }
  });

  it('is total on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        const { records, resume } = scanRecords(Buffer.from(bytes), 7);
        expect(records).toEqual([]);
        expect(resume).toBeGreaterThanOrEqual(7);
      }),
    );
  });

  it('forges no record when any bit of a journal is flipped', () => {
    const records = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];
    const whole = Buffer.concat(records.map((n, index) => encodeRecord(body(n, index))));
    const known = new Set(scanRecords(whole, 0).records.map((record) => JSON.stringify(record.body)));
    let harmless = 0;
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const bytes = Buffer.from(whole);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const found = scanRecords(bytes, 0).records.map((record) => JSON.stringify(record.body));
      expect(found.every((one) => known.has(one))).toBe(true);
      if (found.length === records.length) harmless += 1;
    }
    // Only the newlines around a record can be damaged without harm, and only where two of them meet.
    expect(harmless).toBeLessThanOrEqual(records.length * 2 * 8);
  });

  it('gives a prefix of the records for every truncation', () => {
    const frames = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'].map((n) => encodeRecord(body(n)));
    const whole = Buffer.concat(frames);
    const names = scanRecords(whole, 0).records.map((record) => record.body.n);
    for (let length = 0; length <= whole.length; length += 1) {
      const found = scanRecords(whole.subarray(0, length), 0).records.map((record) => record.body.n);
      expect(found).toEqual(names.slice(0, found.length));
    }
  });

  it('refuses lines that are too short to be anything', () => {
    expect(decodeRecord(Buffer.from('0123456789ab '))).toBeUndefined();
    expect(decodeRecord(Buffer.from(''))).toBeUndefined();
  });
});
