import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/disk/sha256.ts';

test('gives what node:crypto gives, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }),
    { numRuns: 500 },
  );
});

test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 121, 4096, 32_767, 32_768, 100_000])(
  'gives what node:crypto gives for %i bytes',
  (length) => {
    const text = 'x'.repeat(length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

test('gives what node:crypto gives for bytes that are a part of others', () => {
  const bytes = Buffer.from('some bytes of a larger whole').subarray(5, 20);
  expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
});
