import { describe, expect, it } from 'vitest';
import { fitScore, type FitInput } from '../src/index.ts';

const nothing: FitInput = {
  specScore: 0,
  hasConstraints: false,
  hasSuccessCriteria: false,
  hasDoneDefinition: false,
};

const EVERYTHING = { hasConstraints: true, hasSuccessCriteria: true, hasDoneDefinition: true };

describe('fitScore, by the formula of seed 002', () => {
  it.each([
    ['nothing at all', {}, 0],
    ['spec_score × 5', { specScore: 10 }, 50],
    ['has_constraints ? 5', { hasConstraints: true }, 5],
    ['has_success_criteria ? 5', { hasSuccessCriteria: true }, 5],
    ['has_done_definition ? 5', { hasDoneDefinition: true }, 5],
    ['domain_familiarity 0-10', { domainFamiliarity: 10 }, 10],
    ['all of it', { ...EVERYTHING, specScore: 7, domainFamiliarity: 4 }, 54],
  ] as const)('counts %s', (_, part, points) => {
    expect(fitScore({ ...nothing, ...part })).toBe(points);
  });

  it.each([
    ['more than ten points', { specScore: 99 }, 50],
    ['fewer than none', { domainFamiliarity: -3 }, 0],
    ['no number', { specScore: Number.NaN }, 0],
  ] as const)('keeps %s within the scale', (_, part, points) => {
    expect(fitScore({ ...nothing, ...part })).toBe(points);
  });
});
