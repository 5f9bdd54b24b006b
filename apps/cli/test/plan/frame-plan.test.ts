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
