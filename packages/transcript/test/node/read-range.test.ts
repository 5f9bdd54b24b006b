import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRange } from '../../src/node/read-range.ts';
import { transcriptFile } from './transcript-file.ts';

test.each([
  ['of a file', 2, 5, 'cde'],
  ['to its end', 4, 8, 'efgh'],
  ['beyond its end', 5, 100, 'fgh'],
  ['behind its end', 20, 30, ''],
  ['of nothing', 3, 3, ''],
  ['that ends before it starts', 5, 3, ''],
])('the bytes of a range %s are read', (_, start, end, bytes) => {
  const descriptor = openSync(transcriptFile('abcdefgh'), 'r');
  try {
    expect(readRange(descriptor, start, end).toString()).toBe(bytes);
  } finally {
    closeSync(descriptor);
  }
});
