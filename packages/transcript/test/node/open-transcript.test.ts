import { expect, test } from 'vitest';
import { withTranscript } from '../../src/node/open-transcript.ts';
import { transcriptFile } from './transcript-file.ts';

test.each([
  ['of a file', 2, 5, 'cde'],
  ['to its end', 4, 8, 'efgh'],
  ['beyond its end', 5, 100, 'fgh'],
  ['behind its end', 20, 30, ''],
  ['of nothing', 3, 3, ''],
  ['that ends before it starts', 5, 3, ''],
])('the bytes of a range %s are read', (_, start, end, bytes) => {
  expect(withTranscript(transcriptFile('abcdefgh'), ({ read }) => read(start, end).toString())).toBe(bytes);
});
