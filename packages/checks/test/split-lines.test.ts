import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter } from '../src/split-lines.ts';

function split(chunks: readonly string[], maxLength: number): readonly string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter(
    maxLength,
    (line) => lines.push(line),
    () => lines.push('<too long>'),
  );
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return lines;
}

test('the lines do not depend on where the chunks are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '{', '\n') });
  fc.assert(
    fc.property(fc.array(text), (chunks) => {
      const whole = chunks.join('').split('\n');
      if (whole.at(-1) === '') whole.pop();
      expect(split(chunks, 1000)).toEqual(whole);
    }),
  );
});

test('a line of the maximum length passes; a longer one is reported once, and the rest is dropped', () => {
  expect(split(['abc\n'], 3)).toEqual(['abc']);
  expect(split(['a\nab', 'cd\nx\n', 'y'], 3)).toEqual(['a', '<too long>']);
  expect(split(['ab', 'cd'], 3)).toEqual(['<too long>']);
});
