import { expect, test } from 'vitest';
import { raisingFlag, warningText } from '../../src/text/warning-text.ts';

test.each([
  ['budgetUsd', 12.5, 25, '50 % of the budget is spent ($12.50 of $25).', '--budget'],
  ['budgetTokens', 800, 1000, '50 % of the tokens are used (800 of 1000).', '--tokens'],
  ['timeMs', 93_000, 180_000, '50 % of the time is up (1.6 of 3 min).', '--minutes'],
] as const)(
  'how far %s is used up is said with its figures, and how it is raised',
  (limit, used, of, text, flag) => {
    expect(warningText({ percent: 50, limit, used, of })).toBe(text);
    expect(raisingFlag(limit)).toBe(flag);
  },
);

test('without both figures it shows none', () => {
  expect(warningText({ percent: 80, limit: 'budgetTokens', used: 800 })).toBe('80 % of the tokens are used.');
  expect(warningText({ percent: 80, limit: 'budgetTokens', of: 1000 })).toBe('80 % of the tokens are used.');
});

test('a warning that names no limit is of the budget', () => {
  expect(warningText({ percent: 95 })).toBe('95 % of the budget is spent.');
});
