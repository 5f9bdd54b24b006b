import { expect, test } from 'vitest';
import { framePlan } from '../../src/plan/frame-plan.ts';

test('a criterion that is named twice gets the check of its name', () => {
  expect(framePlan({ criteria: ['docs; tests'], check: ['tests=npm test'] }).criteria).toEqual([
    { name: 'docs' },
    { name: 'tests', check: { command: 'npm test' } },
  ]);
});

test('flags for checks apply to all of them', () => {
  const { criteria } = framePlan({
    check: ['a=x', 'b=y'],
    paths: ['src, test', 'package.json'],
    timeout: 5000,
  });
  const common = { timeoutMs: 5000, paths: ['src', 'test', 'package.json'] };
  expect(criteria).toEqual([
    { name: 'a', check: { command: 'x', ...common } },
    { name: 'b', check: { command: 'y', ...common } },
  ]);
});

test('limits without a flag stay absent', () => {
  expect(framePlan({ budget: null, minutes: 60_000 }).limits).toEqual({ budgetUsd: null, timeMs: 60_000 });
  expect(framePlan({}).limits).toEqual({});
});

test.each([['=npm test'], ['tests='], ['  ']])(
  'a check without a name or a command is refused: "%s"',
  (check) => {
    expect(() => framePlan({ check: [check] })).toThrow(`--check takes NAME=COMMAND, not "${check}".`);
  },
);

test('two checks of one name are refused', () => {
  expect(() => framePlan({ check: ['a=x', 'a=y'] })).toThrow('Two checks are called "a".');
});

test('a bare name takes the whole check of the config; flags for checks come before it', () => {
  const named = { command: 'npm test', timeoutMs: 1, paths: ['a'] };
  const names = { find: (name: string) => (name === 'tests' ? named : undefined), isAgreed: () => false };
  const plan = framePlan({ check: ['tests', 'x y'], timeout: 2 }, 'claude', names);
  expect(plan.criteria).toEqual([
    { name: 'tests', check: { ...named, timeoutMs: 2 } },
    { name: 'x y', check: { command: 'x y', timeoutMs: 2 } },
  ]);
});
