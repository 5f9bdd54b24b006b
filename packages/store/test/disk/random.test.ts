import { expect, test } from 'vitest';
import { randomId, randomNonce } from '../../src/disk/random.ts';

test('nonces have twelve characters that fit a file name, and none comes twice', () => {
  const nonces = Array.from({ length: 1000 }, randomNonce);
  expect(nonces.filter((nonce) => !/^[\w-]{12}$/.test(nonce))).toEqual([]);
  expect(new Set(nonces).size).toBe(1000);
});

test('ids are random UUIDs, and none comes twice', () => {
  const ids = Array.from({ length: 1000 }, randomId);
  expect(
    ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toEqual([]);
  expect(new Set(ids).size).toBe(1000);
});

test('every bit is set about every other time', () => {
  const counts = Array.from({ length: 72 }, () => 0);
  for (let round = 0; round < 2000; round += 1) {
    const bytes = Buffer.from(randomNonce(), 'base64url');
    counts.forEach((_, bit) => (counts[bit]! += ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1));
  }
  // Ten standard deviations: chance alone doesn't come here.
  expect(counts.filter((count) => Math.abs(count - 1000) > 224)).toEqual([]);
});
