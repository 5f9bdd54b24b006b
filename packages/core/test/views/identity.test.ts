import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import type { IdleLoop } from '../../src/model/view-files.ts';
import { parseIdleLoop } from '../../src/views/idle-loop.ts';
import { parseStackState, toStackState } from '../../src/views/stack-state.ts';
import { parseWorkflowState, toWorkflowState } from '../../src/views/workflow-state.ts';
import { AT, complete, put } from '../support/given.ts';
import { valueOf } from '../support/parsed.ts';

const count = fc.nat(1000);
/** Names as a loop may have them; what every object has is among them. */
const name = fc.oneof(
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'tests pass', 'раss', 'café'),
  fc
    .string({ minLength: 1, maxLength: 8 })
    .filter((text) => text.trim() !== '' && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)),
);
const names = fc.uniqueArray(name, { maxLength: 4 });
const instant = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
/** Fields of other programs; `__proto__` is the one that no parser of ours lets in. */
const unknown = fc
  .dictionary(fc.constantFrom('owner', 'branch', 'constructor', 'x-note'), fc.jsonValue({ maxDepth: 3 }))
  .filter((fields) => !JSON.stringify(fields).includes('__proto__'));

/** A file after adoption, projection and writing. */
function throughTheRun(source: object, view: (run: Run) => unknown): string {
  const { run } = put(undefined, complete({ type: 'adopt', at: AT, source } as never));
  return JSON.stringify(view(run as Run));
}

describe('parse, adopt, view, parse is the identity', () => {
  test('of state.json, unknown fields included', () => {
    const file = fc
      .tuple(names, names, fc.infiniteStream(fc.boolean()), fc.boolean(), count, fc.nat(4), unknown, unknown)
      .map(([criteria, steps, flips, exit, iteration, stuckCount, more, inBreaker]) => {
        const flip = (): boolean => flips.next().value as boolean;
        const done = steps.filter(flip);
        return {
          ...more,
          spec: 'x',
          criteria,
          criteriaStatus: Object.fromEntries(criteria.map((one) => [one, flip()])),
          exit_signal: exit,
          steps,
          completedSteps: done,
          remainingSteps: steps.filter((step) => !done.includes(step)),
          iteration,
          status: 'in_progress',
          circuitBreaker: { ...inBreaker, stuckCount, lastUnmet: criteria[0] ?? '' },
        };
      });
    fc.assert(
      fc.property(file, (written) => {
        const parsed = valueOf(parseCriteriaState(JSON.stringify(written)));
        const back = throughTheRun({ format: 'criteria', state: parsed, updatedAt: AT }, toCriteriaState);
        expect(valueOf(parseCriteriaState(back))).toEqual(parsed);
        expect(parsed).toEqual(JSON.parse(JSON.stringify(written)));
      }),
      { numRuns: 200 },
    );
  });

  test('of workflow-state.json, unknown fields included', () => {
    const review = fc.record(
      { score: fc.nat(10), issues: count, blockers: count, by: fc.string() },
      { requiredKeys: [] },
    );
    const reviews = fc.tuple(
      fc.dictionary(fc.constantFrom('wave_1', 'wave_2', 'wave_10', 'wave_01', 'other'), review),
      fc.option(
        fc.record(
          { passed: fc.boolean(), blockers_remaining: count, note: fc.string() },
          { requiredKeys: [] },
        ),
        {
          nil: undefined,
        },
      ),
    );
    const file = fc.record({
      more: unknown,
      stage: fc.constantFrom('intent', 'shape', 'decompose', 'executing', 'review'),
      spec_score: fc.option(fc.nat(10)),
      fit_score: fc.option(fc.nat(75)),
      shape_chosen: fc.constantFrom('colleague', 'tool-review', 'tool'),
      started_at: instant,
      last_updated: instant,
      recall_surfaced: fc.array(fc.string(), { maxLength: 3 }),
      reviews,
    });
    fc.assert(
      fc.property(file, ({ more, reviews: [waves, thorough], ...fields }) => {
        const written = {
          ...more,
          version: 1,
          task: 'x',
          ...fields,
          reviews: { ...waves, ...(thorough && { thorough }) },
        };
        const parsed = valueOf(parseWorkflowState(JSON.stringify(written)));
        const back = throughTheRun({ format: 'workflow', state: parsed }, toWorkflowState);
        expect(valueOf(parseWorkflowState(back))).toEqual(parsed);
      }),
      { numRuns: 200 },
    );
  });

  test('of the stack message, unknown fields included', () => {
    const frame = fc
      .tuple(unknown, name, fc.constantFrom('loop', 'issue', 'grind'), count, fc.option(fc.nat(80)))
      .map(([more, id, mode, iter, max]) => ({
        ...more,
        id,
        mode,
        iter,
        ...(max === null ? { max, unlimited: true } : { max }),
      }));
    const file = fc.record({
      more: unknown,
      run_id: fc.string(),
      reason: fc.option(fc.string(), { nil: undefined }),
      updated_at: instant,
      schema: fc.constantFrom(1, 'idle/v1', { name: 'idle' }),
      stack: fc.array(frame, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(file, ({ more, ...fields }) => {
        const written = { ...more, event: 'STATE', ...fields };
        const parsed = valueOf(parseStackState(JSON.stringify(written)));
        const back = throughTheRun({ format: 'stack', state: parsed }, toStackState);
        expect(valueOf(parseStackState(back))).toEqual(parsed);
      }),
      { numRuns: 200 },
    );
  });

  test('of the front matter of idle-loop.local.md, unknown lines included', () => {
    const line = fc.string({ maxLength: 10 });
    const file = fc.record<IdleLoop>({
      active: fc.boolean(),
      mode: fc.constantFrom('loop', 'issue', 'grind'),
      iteration: count,
      max_iterations: count,
      extras: fc.uniqueArray(
        fc.tuple(fc.constantFrom('session_id', 'started_at', '__proto__', 'constructor'), line),
        {
          selector: ([key]) => key,
        },
      ),
      prompt: fc.oneof(fc.string(), fc.constantFrom('---\niteration: 99\n---', 'a\nb\n', '')),
    });
    fc.assert(
      fc.property(file, (written) => {
        expect(parseIdleLoop(idleLoopFile(written))).toEqual({ ok: true, value: written });
      }),
      { numRuns: 300 },
    );
  });
});

function idleLoopFile({ extras, prompt, ...known }: IdleLoop): string {
  const lines = Object.entries(known).map(([key, value]) => `${key}: ${value}`);
  const others = extras.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...lines, ...others, '---', prompt].join('\n');
}
