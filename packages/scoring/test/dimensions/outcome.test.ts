import { describe, expect, it } from 'vitest';
import { scoreSpec } from '../../src/index.ts';

describe('outcome', () => {
  it.each([
    ['a number to reach', 'Builds of the web client take under 90 seconds.', 2],
    [
      'what happens when',
      'In the cart, removing the last item shows "Your cart is empty" instead of a blank page.',
      2,
    ],
    ['from what to what', 'Raise the limit of the upload form from 5 MB to 20 MB.', 2],
    ['a quality', 'Make the parser faster.', 1],
    ['a feature without details', 'Add an undo to the drawing screen.', 1],
    ['a wish for better', 'Give the settings module some love.', 0],
    ['numbers of the rules only', 'Clean up the importer. No new deps, at most 200 changed lines.', 0],
  ] as const)('scores %s', (_, text, level) => {
    expect(scoreSpec(text).outcome).toBe(level);
  });
});
