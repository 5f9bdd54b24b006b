import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCriteriaState, parseStackState, parseWorkflowState } from '../../src/index.ts';
import { criteriaStateSchema as criteriaState } from '../../src/model/view-files.ts';
import type { Parsed } from '../../src/views/json.ts';
import { stackStateSchema as stackState } from '../../src/model/view-files.ts';
import { workflowStateSchema as workflowState } from '../../src/model/view-files.ts';
import { places, replaced } from '../support/places.ts';
import { WORKFLOW_STATE } from '../support/workflow-state.ts';

const formats = [
  {
    name: 'state.json',
    parse: parseCriteriaState,
    schema: criteriaState,
    whole: {
      spec: 'x',
      criteria: ['a'],
      criteriaStatus: { a: true },
      exit_signal: false,
      steps: ['s'],
      completedSteps: [],
      remainingSteps: ['s'],
      iteration: 1,
      status: 'in_progress',
      circuitBreaker: { stuckCount: 0, lastUnmet: '' },
    },
  },
  {
    name: 'workflow-state.json',
    parse: parseWorkflowState,
    schema: workflowState,
    whole: WORKFLOW_STATE,
  },
  {
    name: 'the stack message',
    parse: parseStackState,
    schema: stackState,
    whole: {
      schema: 1,
      event: 'STATE',
      reason: 'none',
      run_id: 'r',
      updated_at: '2024-12-21T10:30:00Z',
      stack: [{ id: 'f', mode: 'loop', iter: 1, max: 10 }],
    },
  },
] as const;

test.each(formats)(
  'the hand-made expectations of $name let through what its schema does',
  ({ parse, schema, whole }) => {
    expect(parse(whole).ok).toBe(true);
    fc.assert(
      fc.property(
        fc.constantFrom(...places(whole)),
        fc.oneof(
          fc.boolean(),
          fc.string(),
          fc.array(fc.string()),
          fc.dictionary(fc.string(), fc.boolean()),
          fc.dictionary(fc.string(), fc.integer()),
          fc.integer(),
        ),
        (path, by) => {
          const changed = replaced(whole, path, by);
          const parsed = parse(changed);
          if (parsed.ok) expect(schema.safeParse(parsed.value).success).toBe(true);
          // Objects and lists are filled up with defaults first; anything else that the schema refuses is a problem.
          if (typeof by !== 'object' && !schema.safeParse(changed).success) expect(parsed.ok).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  },
);

test('problems name the expected values', () => {
  const problemsOf = (parsed: Parsed<unknown>): readonly string[] =>
    parsed.ok ? [] : parsed.problems.map(({ field, reason }) => `${field}: ${reason}`);
  expect(problemsOf(parseCriteriaState({ spec: {}, criteriaStatus: 5, iteration: 'three' }))).toEqual([
    'spec: expected text, got an object',
    'criteriaStatus: expected an object, got 5',
    'iteration: expected a whole number from 0 on, got "three"',
  ]);
  expect(
    problemsOf(parseWorkflowState({ stage: 'gate', spec_score: 'high', shape_chosen: null, version: 2 })),
  ).toEqual([
    'version: expected 1, got 2',
    'stage: expected one of "intent", "shape", "decompose", "executing", "review", "complete", got "gate"',
    'spec_score: expected a whole number from 0 to 10, got "high"',
  ]);
  expect(problemsOf(parseStackState({ schema: 1, stack: [5, { mode: 'sprint' }] }))).toEqual([
    'stack[0]: expected an object, got 5',
    'stack[1].mode: expected one of "loop", "issue", "grind", got "sprint"',
  ]);
});
