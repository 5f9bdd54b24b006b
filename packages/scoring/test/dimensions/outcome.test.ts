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
    ['a number behind a word of checks', 'Speed up the nightly export so it runs under 100ms.', 2],
    ['what is expected', '# A warning\n\nIt warns.\n\n### Expected behavior\nNo warning', 2],
    ['output that shows what happens', 'Printing a date:\n\n```\n1970-01-01\n```\n', 1],
    ['a feature with tests', 'Add validation of the refresh token in src/auth.ts with tests.', 1],
    ['an order that names a check', 'Can you resolve the tsc error in server.ts', 1],
    ['a fault', 'The fees are being treated as revenue, please fix it.', 1],
    ['what is not so', "The sandbox isn't showing up in the accounts.", 1],
    [
      'a bug that is only described',
      'Names of plots\n\n### Problem\nIt shows 1 name when 2 plots are open.',
      1,
    ],
    ['a quality', 'Make the parser faster.', 1],
    ['a feature without details', 'Add an undo to the drawing screen.', 1],
    [
      'a wish for better, and a story',
      'Clean up plots\n\n### Problem\nIt shows 1 name when 2 plots are open.',
      0,
    ],
    ['a wish for better', 'Give the settings module some love.', 0],
    ['numbers of the rules only', 'Clean up the importer. No new deps, at most 200 changed lines.', 0],
  ] as const)('scores %s', (_, text, level) => {
    expect(scoreSpec(text).outcome).toBe(level);
  });
});
