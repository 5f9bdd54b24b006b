import { expect, test } from 'vitest';
import { readText } from './support/root.ts';

/** The steps of the guide's way of a stop, in their order. */
const steps = [
  ...readText('docs/guide/contributor.md').matchAll(/^(\d+)\. `(\w+)` in `(packages\/[^`]+\.ts)` /gm),
].map(([, number, name = '', file = '']) => ({ number: Number(number), name, file }));

test.each(steps)('step $number: $name stands in $file', ({ name, file }) => {
  expect(readText(file)).toMatch(
    new RegExp(`^(?:export )?(?:async )?function ${name}\\b|^ {2}(?:async )?${name}\\(`, 'm'),
  );
});
