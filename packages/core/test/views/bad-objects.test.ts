import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import type { Parsed } from '../../src/views/json.ts';
import { parseStackState } from '../../src/views/stack-state.ts';
import { parseWorkflowState } from '../../src/views/workflow-state.ts';
import { stop } from '../support/commands.ts';
import { AT, complete, put } from '../support/given.ts';
import { valueOf } from '../support/parsed.ts';

const parsers: readonly (readonly [string, (input: unknown) => Parsed<unknown>])[] = [
  ['parseCriteriaState', parseCriteriaState],
  ['parseWorkflowState', parseWorkflowState],
  ['parseStackState', parseStackState],
];

const CRITERIA = { spec: 'x', criteria: ['c'], criteriaStatus: { c: false }, status: 'in_progress' };
const criteriaJson = (fields: string): string => `{"spec":"x","criteria":["c"],${fields}}`;

/** Every answer names its problems, and no parser has side effects. */
afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['passes']).toBeUndefined();
  expect(({} as Record<string, unknown>)['done']).toBeUndefined();
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

/** The run that a state file opens. */
const adopted = (text: unknown) => {
  const source = { format: 'criteria', state: valueOf(parseCriteriaState(text)), updatedAt: AT } as const;
  return put(undefined, complete({ type: 'adopt', source }));
};

function expectProblem(parsed: Parsed<unknown>, field?: string): void {
  expect(parsed.ok).toBe(false);
  if (parsed.ok) return;
  expect(parsed.problems.length).toBeGreaterThan(0);
  for (const { reason } of parsed.problems) expect(reason).not.toBe('');
  if (field !== undefined) expect(parsed.problems.map((problem) => problem.field)).toContain(field);
}

test.each(parsers)(
  '%s gives a typed answer to any JSON, and to a valid file cut at each byte',
  (_name, parse) => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.json(), fc.anything()), (input) => {
        const parsed = parse(input);
        if (!parsed.ok) expectProblem(parsed);
      }),
      { numRuns: 300 },
    );
    const text = JSON.stringify({ ...CRITERIA, stage: 'intent', schema: 1 });
    for (let length = 0; length < text.length; length += 1) expectProblem(parse(text.slice(0, length)), '');
  },
);

describe('objects', () => {
  test.each([
    ['28 __proto__', criteriaJson('"__proto__":{"passes":true}')],
    ['29 __proto__ in escapes', criteriaJson('"\\u005f\\u005fproto__":{"passes":true}')],
    ['32 constructor.prototype', criteriaJson('"constructor":{"prototype":{"done":true}}')],
    ['35 toJSON', criteriaJson('"toJSON":"x"')],
    ['36 then', criteriaJson('"then":{}')],
    ['37 length', criteriaJson('"length":1000000000')],
    ['40 unknown fields', criteriaJson('"anything":{"goes":[1,2]}')],
  ])('%s harms nobody', (_what, text) => {
    const parsed = parseCriteriaState(text);
    expect(parsed).toMatchObject({ ok: true, value: { criteria: ['c'], criteriaStatus: { c: false } } });
  });

  test('28, 29, 32 and 35 to 37 come back as they came', () => {
    const { run } = adopted(criteriaJson('"__proto__":{"passes":true},"toJSON":"x","then":{},"length":5'));
    const view = JSON.parse(JSON.stringify({ ...toCriteriaState(run!), toJSON: undefined })) as object;
    expect(view).toHaveProperty('then', {});
    expect(view).toHaveProperty('length', 5);
    expect(Object.getOwnPropertyDescriptor(view, '__proto__')).toMatchObject({ value: { passes: true } });
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    '31, 33, 34 a criterion called %s is unmet until it is ticked',
    (name) => {
      const file = { spec: 'x', criteria: [name], criteriaStatus: {} };
      expect(Object.entries(valueOf(parseCriteriaState(file)).criteriaStatus)).toEqual([[name, false]]);
      expect(adopted(file).frame.criteria).toEqual([{ name, failures: 0 }]);
    },
  );

  test('30 a criterion called __proto__ is one like any other', () => {
    const file = valueOf(parseCriteriaState(criteriaJson('"criteriaStatus":{"__proto__":true}')));
    expect(file.criteria).toEqual(['c', '__proto__']);
    expect(Object.values(file.criteriaStatus)).toEqual([false, true]);
    expect(Object.getPrototypeOf(file.criteriaStatus)).toBe(Object.prototype);
  });

  test('38 of an iteration given twice the last counts', () => {
    expect(parseCriteriaState(criteriaJson('"iteration":1,"iteration":2'))).toMatchObject({
      value: { iteration: 2 },
    });
  });
});

describe('numbers', () => {
  test.each([
    ['42', '1e999'],
    ['43', '-1e999'],
    ['45', '-1'],
    ['46', '1.5'],
    ['47', '9007199254740993'],
    ['49', '"5"'],
    ['50', '[7]'],
    ['52', 'true'],
  ])('%s an iteration of %s is refused', (_row, number) => {
    expectProblem(parseCriteriaState(criteriaJson(`"iteration":${number}`)), 'iteration');
    expectProblem(parseStackState(`{"schema":1,"stack":[{"iter":${number}}]}`), 'stack[0].iter');
    expectProblem(
      parseCriteriaState(criteriaJson(`"circuitBreaker":{"stuckCount":${number}}`)),
      'circuitBreaker.stuckCount',
    );
  });

  test.each([
    ['53', '0x10'],
    ['54', 'NaN'],
  ])('%s an iteration of %s is no JSON', (_row, number) => {
    expectProblem(parseCriteriaState(criteriaJson(`"iteration":${number}`)), '');
  });

  test.each([
    ['44', '-0', 0],
    ['48', '4294967297', 4_294_967_297],
    ['51', 'null', 0],
    ['57', '1000', 1000],
  ])('%s an iteration of %s is taken', (_row, number, value) => {
    const parsed = parseCriteriaState(criteriaJson(`"iteration":${number}`));
    expect(parsed.ok && parsed.value.iteration === value).toBe(true);
  });

  test('57 an iteration beyond our default limit gets ten more', () => {
    const { frame, run } = adopted(criteriaJson('"iteration":1000'));
    expect(frame.limits.iterations).toBe(1010);
    expect(put(run, complete(stop)).verdict).toMatchObject({ iteration: 1001 });
  });
});

describe('problems are named field by field', () => {
  const count = 'expected a whole number from 0 on, got';
  const date = 'expected a date like 2026-02-05T10:00:00Z, got';
  const problemsOf = (parsed: Parsed<unknown>): string[] =>
    parsed.ok ? [] : parsed.problems.map(({ field, reason }) => `${field}: ${reason}`);

  test('in state.json', () => {
    const kinds = { spec: 5, criteria: 'c', criteriaStatus: { c: 'yes' }, exit_signal: 'no', steps: [1] };
    expect(problemsOf(parseCriteriaState({ ...kinds, circuitBreaker: 7 }))).toEqual([
      'spec: expected text, got 5',
      'criteria: expected a list, got "c"',
      'criteriaStatus.c: expected true or false, got "yes"',
      'exit_signal: expected true or false, got "no"',
      'steps[0]: expected text, got 1',
      'circuitBreaker: expected an object, got 7',
    ]);
    expect(problemsOf(parseCriteriaState({ spec: 'x', status: 'paused', iteration: 0.5 }))).toEqual([
      `iteration: ${count} 0.5`,
      'status: expected one of "in_progress", "completed", "cancelled", got "paused"',
    ]);
    expect(problemsOf(parseCriteriaState({}))).toEqual([': has neither spec nor criteria']);
  });

  test('in workflow-state.json', () => {
    const scores = { spec_score: 11, fit_score: 76, started_at: 'soon', last_updated: 'later' };
    const reviews = { wave_1: { issues: -1, blockers: 1.5 }, thorough: { blockers_remaining: -2 } };
    expect(problemsOf(parseWorkflowState({ stage: 'intent', ...scores, reviews }))).toEqual([
      'spec_score: expected a whole number from 0 to 10, got 11',
      'fit_score: expected a whole number from 0 to 75, got 76',
      `started_at: ${date} "soon"`,
      `last_updated: ${date} "later"`,
      `reviews.wave_1.issues: ${count} -1`,
      `reviews.wave_1.blockers: ${count} 1.5`,
      `reviews.thorough.blockers_remaining: ${count} -2`,
    ]);
    expect(problemsOf(parseWorkflowState({}))).toEqual(['stage: is missing']);
  });

  const workflow = { stage: 'intent' };
  test.each<readonly [string, Parsed<unknown>]>([
    [
      'criteriaStatus: expected an object, got a list of 0',
      parseCriteriaState({ spec: 'x', criteriaStatus: [] }),
    ],
    [
      'circuitBreaker: expected an object, got a list of 0',
      parseCriteriaState({ spec: 'x', circuitBreaker: [] }),
    ],
    ['version: expected 1, got 2', parseWorkflowState({ ...workflow, version: 2 })],
    ['reviews: expected an object, got a list of 0', parseWorkflowState({ ...workflow, reviews: [] })],
    [
      'reviews.wave_1: expected an object, got 5',
      parseWorkflowState({ ...workflow, reviews: { wave_1: 5 } }),
    ],
    [
      'reviews.wave_1.score: expected a number, got "high"',
      parseWorkflowState({ ...workflow, reviews: { wave_1: { score: 'high' } } }),
    ],
    ['schema: expected a number, text or an object, got true', parseStackState({ schema: true })],
    ['stack: expected a list, got an object', parseStackState({ schema: 1, stack: {} })],
  ])('one wrong field is enough: %s', (problem, parsed) => {
    expect(problemsOf(parsed)).toEqual([problem]);
  });

  test('a workflow file that says little takes its defaults', () => {
    expect(
      parseWorkflowState({ stage: 'intent', reviews: { wave_2: { score: null }, thorough: {}, x: {} } }),
    ).toEqual({
      ok: true,
      value: {
        version: 1,
        stage: 'intent',
        task: '',
        spec_score: null,
        fit_score: null,
        shape_chosen: 'colleague',
        started_at: '1970-01-01T00:00:00Z',
        last_updated: '1970-01-01T00:00:00Z',
        recall_surfaced: [],
        reviews: {
          wave_2: { score: 0, issues: 0, blockers: 0 },
          thorough: { passed: false, blockers_remaining: 0 },
          x: {},
        },
      },
    });
  });

  test('lists that contradict each other are made to say one thing', () => {
    const parsed = parseCriteriaState({
      spec: 'x',
      criteria: ['a', 'a'],
      criteriaStatus: { b: true },
      steps: ['s', 's', 't'],
      completedSteps: ['s', 'u'],
      remainingSteps: ['v', 't', 'u'],
    });
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        criteria: ['a', 'b'],
        criteriaStatus: { a: false, b: true },
        steps: ['s', 's', 't', 'u', 'v'],
        completedSteps: ['s', 'u'],
        remainingSteps: ['s', 't', 'v'],
      },
    });
  });
});
