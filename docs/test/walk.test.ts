import { expect, test } from 'vitest';
import { readText } from './support/root.ts';

/** The steps of the guide's way of a stop, in their order. */
const steps = [
  ...readText('docs/guide/contributor.md').matchAll(/^(\d+)\. `(\w+)` in `(packages\/[^`]+\.ts)` /gm),
].map(([, number, name = '', file = '']) => ({ number: Number(number), name, file }));

test('a stop with a claim is at most 25 steps, and no function comes twice', () => {
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1));
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.length).toBeLessThanOrEqual(25);
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
});

test.each(steps)('step $number: $name stands in $file', ({ name, file }) => {
  expect(readText(file)).toMatch(
    new RegExp(`^(?:export )?(?:async )?function ${name}\\b|^ {2}(?:async )?${name}\\(`, 'm'),
  );
});
