import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dimensions,
  type GivenPoints,
  scorePlan,
  scoreSpec,
  shapeForPlan,
  vouchedTotal,
  type Plan,
} from '../src/index.ts';

const levelsOf = (plan: Plan): readonly number[] => {
  const score = scorePlan(plan);
  return dimensions.map((dimension) => score[dimension]);
};

describe('the worked example of seed 003', () => {
  const plan: Plan = {
    spec: 'refactor all API routes to use validation middleware',
    criteria: [{ name: '/api/users refactored' }, { name: '/api/auth refactored' }, { name: 'tests pass' }],
    steps: ['Refactor /api/users', 'Refactor /api/auth', 'Refactor /api/products', 'Refactor /api/orders'],
  };

  it('gets 2, 2, 1, 1, 1: seven of ten points', () => {
    expect(levelsOf(plan)).toEqual([2, 2, 1, 1, 1]);
    expect(scorePlan(plan).total).toBe(7);
  });

  it('has fewer points without its criteria and steps', () => {
    expect(scorePlan({ spec: plan.spec }).total).toBeLessThan(5);
  });
});

describe('a plan', () => {
  it('without parts has the score of its spec', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (spec) => {
        const { total, hints, evidence } = scoreSpec(spec);
        expect(scorePlan({ spec })).toMatchObject({ total, hints, evidence });
      }),
    );
  });

  const tests = { name: 'tests', check: 'npm test' };

  it.each<[string, Partial<Plan>, readonly number[]]>([
    ['one check proves the work and ends it', { criteria: [tests] }, [1, 0, 0, 1, 2]],
    ['two checks prove it twice', { criteria: [tests, { name: 'lint', check: 'lint' }] }, [1, 0, 0, 2, 2]],
    ['one command under two names is one', { criteria: [tests, { ...tests, name: 'x' }] }, [1, 0, 0, 1, 2]],
    ['a check and a look are two proofs', { criteria: [tests, { name: 'reads well' }] }, [1, 0, 0, 2, 2]],
    ['criteria without a check are one proof', { criteria: [{ name: 'a' }, { name: 'b' }] }, [1, 0, 0, 1, 1]],
    ['two steps divide the work', { steps: ['read it', 'change it'] }, [0, 1, 0, 0, 0]],
    ['a step with a file names the place', { steps: ['change src/auth/token.ts'] }, [0, 2, 0, 0, 0]],
    ['a path names the place', { paths: ['src/auth'] }, [0, 2, 0, 0, 0]],
    ['the whole project is no place', { paths: ['.', '**', '**/*', './'] }, [0, 0, 0, 0, 0]],
    ['one forbidden thing is one rule', { mustNot: ['no new dependencies'] }, [0, 0, 1, 0, 0]],
    ['two forbidden things are two', { mustNot: ['change the API', 'touch the schema'] }, [0, 0, 2, 0, 0]],
    ['all limits together are one rule', { limits: ['budget $5', '3 iterations'] }, [0, 0, 1, 0, 0]],
  ])('%s', (_title, plan, expected) => {
    expect(levelsOf({ spec: '', ...plan })).toEqual(expected);
  });

  it('says which part earned which points', () => {
    const { parts } = scorePlan({
      spec: 'make the login tests pass',
      criteria: [{ name: 'tests', check: 'npm test' }],
      limits: ['budget $5'],
    });
    expect(parts.outcome).toEqual([{ from: 'spec', text: 'make the login tests pass' }]);
    expect(parts.done).toEqual([{ from: 'check', text: 'tests: npm test' }]);
    expect(parts.constraints).toEqual([{ from: 'limit', text: 'budget $5' }]);
  });

  it('takes given points and keeps its own beside them', () => {
    const score = scorePlan({
      spec: 'make it better',
      given: { outcome: { level: 2, reason: 'three failing tests say what is wrong' } },
    });
    expect(score.outcome).toBe(2);
    expect(score.own.outcome).toBe(0);
    expect(score.parts.outcome).toEqual([{ from: 'given', text: 'three failing tests say what is wrong' }]);
    expect(score.hints.outcome).toBeUndefined();
  });

  it('lets a reader add two points in all, lower any, and never take the check-ins away', () => {
    const all = Object.fromEntries(
      dimensions.map((one) => [one, { level: 2, reason: 'I read it' }]),
    ) as GivenPoints;
    const raised = scorePlan({ spec: 'make it better', given: all });
    expect(raised.total).toBe(2);
    const clear = 'p95 of POST /api/token stays under 100 ms. No new dependencies. All tests pass.';
    const own = scorePlan({ spec: clear });
    expect(own.total).toBe(7);
    const read = scorePlan({ spec: clear, given: { done: { level: 2, reason: 'the tests end it' } } });
    expect([read.total, shapeForPlan(read), vouchedTotal(read)]).toEqual([9, 'colleague', 7]);
    const lower = scorePlan({
      spec: clear,
      given: { outcome: { level: 0, reason: 'two tests contradict' } },
    });
    expect([lower.total, shapeForPlan(lower)]).toEqual([5, 'colleague']);
  });

  it('takes the points of the user in full', () => {
    const points = { level: 2, reason: 'I say so', isUsers: true } as const;
    const given = { outcome: points, scope: points, success: points, done: points };
    const score = scorePlan({ spec: 'make it better', given });
    expect([score.total, score.own.outcome, shapeForPlan(score)]).toEqual([8, 0, 'tool']);
  });

  it('takes all points of a reader where the text is in another language', () => {
    const points = { level: 2, reason: 'I read it' } as const;
    const given = { outcome: points, scope: points, constraints: points, success: points, done: points };
    const spec = 'Beschleunige den Parser: die Suche soll höchstens 100 ms dauern, die Schnittstelle bleibt.';
    const score = scorePlan({ spec, given });
    expect([score.isEnglish, score.total, shapeForPlan(score)]).toEqual([false, 10, 'tool']);
  });

  it('never loses points by a further part', () => {
    const texts = fc.array(fc.string({ maxLength: 40 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), texts, texts, texts, (spec, steps, paths, mustNot) => {
        const whole = scorePlan({ spec, steps, paths, mustNot });
        const bare = scorePlan({ spec });
        for (const dimension of dimensions) expect(whole[dimension]).toBeGreaterThanOrEqual(bare[dimension]);
      }),
    );
  });
});

describe('what people type first', () => {
  const tests = [{ name: 'tests', check: 'npm test' }];

  it.each([
    'make the login tests pass',
    'fix the login bug',
    'fix all TypeScript errors',
    'migrate from Jest to Vitest',
    'refactor the routes to use the new validator',
    'add dark mode to the settings page',
    'fix src/a.js',
    'upgrade to React 19',
    'implement the user profile page',
  ])('"%s" starts with a check', (spec) => {
    expect(scorePlan({ spec, criteria: tests }).total).toBeGreaterThanOrEqual(5);
  });

  it.each(['make it better', 'clean it up', 'fix everything', 'please improve things'])(
    '"%s" is too unclear even with a check',
    (spec) => {
      expect(scorePlan({ spec, criteria: tests }).total).toBeLessThan(5);
    },
  );
});

describe('a request that names its result', () => {
  it.each([
    'make the login tests pass',
    'make all the e2e tests pass',
    'get the build green',
    'fix all TypeScript errors',
    'fix every eslint warning',
    'migrate from Jest to Vitest',
    'port the parser from Python to Rust',
    'refactor all API routes to use the validation middleware',
  ])('"%s" has a full outcome', (spec) => {
    expect(scoreSpec(spec).outcome).toBe(2);
  });

  it.each([
    'make it pass',
    'make sure it is better',
    'make things work',
    'refactor it to be nicer',
    'fix all the stuff',
  ])('"%s" does not', (spec) => {
    expect(scoreSpec(spec).outcome).toBeLessThan(2);
  });
});
