import { expect, test } from 'vitest';
import { framePlan, type PlanFlags } from '../../src/plan/frame-plan.ts';
import { splitList } from '../../src/plan/plan-in-text.ts';

test.each([
  ['semicolons part a list, and empty entries are left out', ' a b; c ;; ', ['a b', 'c']],
  ['a semicolon with a backslash before it is text', 'for (\\;\\;) is gone', ['for (;;) is gone']],
  ['other backslashes stay', 'C:\\temp; \\n', ['C:\\temp', '\\n']],
])('%s', (_what, text, entries) => {
  expect(splitList(text)).toEqual(entries);
});

const named = { command: 'npm test', timeoutMs: 1, paths: ['a'] };
const names = { find: (name: string) => (name === 'tests' ? named : undefined), isAgreed: () => false };

test.each<readonly [string, PlanFlags, unknown]>([
  [
    'a criterion that is named twice gets the check of its name',
    { criteria: ['docs; tests'], check: ['tests=npm run t'] },
    [{ name: 'docs' }, { name: 'tests', check: { command: 'npm run t' } }],
  ],
  [
    'flags for checks apply to all of them',
    { check: ['a=x', 'b=y'], paths: ['src, test', 'c.json'], timeout: 5000 },
    ['a:x', 'b:y'].map((one) => ({
      name: one.slice(0, 1),
      check: { command: one.slice(2), timeoutMs: 5000, paths: ['src', 'test', 'c.json'] },
    })),
  ],
  [
    'a bare name takes the whole check of the config; flags for checks come before it',
    { check: ['tests', 'x y'], timeout: 2 },
    [
      { name: 'tests', check: { ...named, timeoutMs: 2 } },
      { name: 'x y', check: { command: 'x y', timeoutMs: 2 } },
    ],
  ],
])('%s', (_what, flags, criteria) => {
  expect(framePlan(flags, 'claude', names).criteria).toEqual(criteria);
});

test('limits without a flag stay absent', () => {
  expect(framePlan({ budget: null, minutes: 60_000 }).limits).toEqual({ budgetUsd: null, timeMs: 60_000 });
  expect(framePlan({}).limits).toEqual({});
});

test.each([
  [['=npm test'], '--check takes NAME=COMMAND, not "=npm test".'],
  [['tests='], '--check takes NAME=COMMAND, not "tests=".'],
  [['  '], '--check takes NAME=COMMAND, not "  ".'],
  [['a=x', 'a=y'], 'Two checks are called "a".'],
])('refuses %j', (check, message) => {
  expect(() => framePlan({ check })).toThrow(message);
});
