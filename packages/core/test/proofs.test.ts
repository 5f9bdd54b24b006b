import { describe, expect, test } from 'vitest';
import type { Criterion } from '../src/model/run.ts';
import { criterionState, isGoodState, scopeOf, type CriterionState, type WorkTree } from '../src/proofs.ts';
import { AT, evidence } from './support/given.ts';

describe('scopeOf', () => {
  test('is empty for a check that depends on all of the project', () => {
    expect([scopeOf({}), scopeOf({ paths: [] })]).toEqual(['', '']);
  });

  test('ignores the order and the repetition of paths', () => {
    expect(scopeOf({ paths: ['b', 'a', 'b'] })).toBe('a\nb');
  });

  test('tells one work tree from another, and both from a path of the same name', () => {
    const scopes = [{ folder: 'a' }, { folder: 'b' }, { paths: ['a'] }, { folder: 'a', paths: ['b'] }];
    expect(new Set(scopes.map(scopeOf)).size).toBe(4);
  });
});

describe('criterionState', () => {
  const checked = { name: 'tests', check: { command: 'true' }, failures: 0 };
  const plain = { name: 'reads well', failures: 0 };
  const same: WorkTree = () => 'tree-1';
  const cases: readonly (readonly [Criterion, WorkTree | undefined, CriterionState])[] = [
    [checked, same, 'unchecked'],
    [{ ...checked, tick: { at: AT, basis: 'observation' } }, same, 'unchecked'],
    [{ ...checked, evidence: evidence(false) }, same, 'failed'],
    [{ ...checked, evidence: evidence(true) }, same, 'proved'],
    [{ ...checked, evidence: evidence(true) }, () => 'tree-2', 'stale'],
    [{ ...checked, evidence: evidence(true) }, () => undefined, 'stale'],
    [{ ...checked, evidence: evidence(true) }, undefined, 'proved'],
    [plain, same, 'unmet'],
    [{ ...plain, tick: { at: AT, basis: 'assumption' } }, same, 'assumed'],
    [{ ...plain, tick: { at: AT, basis: 'observation' } }, () => undefined, 'claimed'],
  ];

  test.each(cases)('of %j on %s is %s', (criterion, tree, state) => {
    expect(criterionState(criterion, tree)).toBe(state);
  });

  test('asks for the identity of the scope of the check', () => {
    const scoped = { ...checked, check: { command: 'true', paths: ['b', 'a'] }, evidence: evidence(true) };
    expect(criterionState(scoped, (scope) => (scope === 'a\nb' ? 'tree-1' : undefined))).toBe('proved');
  });

  test('is good when a claim may pass on it', () => {
    const states: CriterionState[] = [
      'proved',
      'claimed',
      'stale',
      'failed',
      'unchecked',
      'assumed',
      'unmet',
    ];
    expect(states.filter(isGoodState)).toEqual(['proved', 'claimed']);
  });
});
