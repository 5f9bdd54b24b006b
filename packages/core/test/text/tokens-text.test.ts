import { expect, test } from 'vitest';
import { tokensText } from '../../src/text/duration-text.ts';

test.each([
  [0, '0 tokens'],
  [950, '950 tokens'],
  [12_400, '12.4k tokens'],
  [627_000, '627k tokens'],
  [999_600, '1M tokens'],
  [3_100_000, '3.1M tokens'],
])('%d are written as %s', (tokens, text) => {
  expect(tokensText(tokens)).toBe(text);
});
