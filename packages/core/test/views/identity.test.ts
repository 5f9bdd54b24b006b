import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommandOf } from '../../src/model/command.ts';
import type { Run } from '../../src/model/run.ts';
import { criteriaStateSchema, stackStateSchema, workflowStateSchema } from '../../src/model/view-files.ts';
import type { CriteriaState, IdleLoop, WorkflowState } from '../../src/model/view-files.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import { parseIdleLoop } from '../../src/views/idle-loop.ts';
import type { Parsed } from '../../src/views/json.ts';
import { parseStackState, toStackState } from '../../src/views/stack-state.ts';
import { parseWorkflowState, toWorkflowState } from '../../src/views/workflow-state.ts';
import { arbitraryOf } from '../support/arbitrary-of.ts';
import { AT, given } from '../support/given.ts';
import { valueOf } from '../support/parsed.ts';

/** Fields of other programs; `__proto__` is the one that no parser of ours lets in. */
const unknown = fc
  .dictionary(fc.constantFrom('owner', 'branch', 'constructor', 'x-note'), fc.jsonValue({ maxDepth: 3 }))
  .filter((fields) => !JSON.stringify(fields).includes('__proto__'));

/** Puts files through adoption and projection, with fields of other programs in each of their objects. */
function expectIdentity<T extends object>(
  files: fc.Arbitrary<T>,
  parse: (input: unknown) => Parsed<T>,
  toSource: (state: T) => CommandOf<'adopt'>['source'],
  view: (run: Run) => T | undefined,
): void {
  fc.assert(
    fc.property(files, unknown, (file, more) => {
      const parsed = valueOf(parse(JSON.stringify({ ...more, ...file })));
      const { run } = given().when({ type: 'adopt', source: toSource(parsed) });
      expect(valueOf(parse(JSON.stringify(view(run!))))).toEqual(parsed);
      expect(parsed).toMatchObject(JSON.parse(JSON.stringify(more)) as object);
    }),
    { numRuns: 200 },
  );
}

describe('parse, adopt, view, parse is the identity', () => {
  test('of state.json, unknown fields included', () => {
    const files = fc
      .tuple(arbitraryOf(criteriaStateSchema), unknown)
      .map(([{ circuitBreaker, ...state }, more]) => ({
        ...state,
        status: 'in_progress' as const,
        circuitBreaker: { ...more, ...circuitBreaker },
      }));
    const toSource = (state: CriteriaState) => ({ format: 'criteria', state, updatedAt: AT }) as const;
    expectIdentity(files, parseCriteriaState, toSource, toCriteriaState);
  });

  test('of workflow-state.json, unknown fields included', () => {
    const keys = fc.shuffledSubarray(['wave_1', 'wave_2', 'wave_10', 'wave_01', 'thorough', 'other']);
    const states = arbitraryOf(workflowStateSchema).filter(({ stage }) => stage !== 'complete');
    const files = fc.tuple(states, keys, unknown).map(([{ reviews, ...state }, names, more]) => ({
      ...state,
      reviews: Object.fromEntries(
        Object.values(reviews).flatMap((one, place) =>
          names[place] ? [[names[place], { ...more, ...one }]] : [],
        ),
      ),
    }));
    const toSource = (state: WorkflowState) => ({ format: 'workflow', state }) as const;
    expectIdentity(files, parseWorkflowState, toSource, toWorkflowState);
  });

  test('of the stack message, unknown fields included', () => {
    const states = arbitraryOf(stackStateSchema).filter(({ stack }) => stack.length > 0);
    const files = fc.tuple(states, unknown).map(([{ stack, ...state }, more]) => ({
      ...state,
      event: 'STATE' as const,
      stack: stack.map((frame) => ({ ...more, ...frame })),
    }));
    expectIdentity(files, parseStackState, (state) => ({ format: 'stack', state }) as const, toStackState);
  });

  test('of the front matter of idle-loop.local.md, unknown lines included', () => {
    const line = fc.string({ maxLength: 10 });
    const file = fc.record<IdleLoop>({
      active: fc.boolean(),
      mode: fc.constantFrom('loop', 'issue', 'grind'),
      iteration: fc.nat(1000),
      max_iterations: fc.nat(1000),
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
