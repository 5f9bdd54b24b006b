import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksum } from '../../src/disk/checksum.ts';

test('is the same for a text and for its bytes, wherever these lie', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(7), (text, offset) => {
      const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).subarray(offset);
      expect(checksum(bytes)).toBe(checksum(text));
    }),
  );
});

test('changes with any single byte, and with added or removed bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (bytes, place, by) => {
        const at = place % bytes.length;
        const changed = bytes.map((byte, index) => (index === at ? byte ^ by : byte));
        expect(checksum(changed)).not.toBe(checksum(bytes));
        expect(checksum(bytes.subarray(0, at))).not.toBe(checksum(bytes));
        expect(checksum(Buffer.concat([bytes, Buffer.alloc(by)]))).not.toBe(checksum(bytes));
      },
    ),
  );
});

test('gives 200,000 texts that differ in little 200,000 checksums, in both of its halves', () => {
  const seen = new Set<string>();
  const halves = [new Set<string>(), new Set<string>()] as const;
  for (let index = 0; index < 200_000; index += 1) {
    const sum = checksum(`{"iteration":${index % 1000},"exit_signal":${index % 2 === 0},"spec":"${index}"}`);
    seen.add(sum);
    halves[0].add(sum.slice(0, 8));
    halves[1].add(sum.slice(8));
  }
  expect(seen.size).toBe(200_000);
  // By chance alone about five of them would meet in 32 bits.
  expect(Math.min(...halves.map(({ size }) => size))).toBeGreaterThan(199_950);
});
