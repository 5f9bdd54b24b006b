import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../src/decide.ts';
import { fold } from '../src/evolve.ts';
import { commandSchema as command, type Command } from '../src/model/command.ts';
import { type LoopEvent, parseEvent } from '../src/model/event.ts';
import { runSchema } from '../src/model/run.ts';
import { parseCriteriaState, toCriteriaState } from '../src/views/criteria-state.ts';
import { parseStackState, toStackState } from '../src/views/stack-state.ts';
import { parseWorkflowState, toWorkflowState } from '../src/views/workflow-state.ts';
import { arbitraryOf } from './support/arbitrary-of.ts';
import { AT, put, throughJson } from './support/given.ts';

const any = arbitraryOf(command);
/** Commands that mean something to a run that begins like this, with any others between them. */
const begun: Command = {
  type: 'start',
  at: AT,
  runId: 'r',
  session: 's',
  frameId: 'frame-1',
  spec: 'x',
  criteria: [{ name: 'c' }],
  steps: ['1'],
  stage: 'executing',
};
const commands = fc.array(any, { maxLength: 15 }).map((rest) => [begun, ...rest]);

function runAfterAll(list: readonly Command[]): ReturnType<typeof fold> {
  return list.reduce<ReturnType<typeof fold>>((run, one) => fold(decide(run, one).events, run), undefined);
}

const isBill = (type: string): boolean => type === 'spent';
const isAttempt = (event: LoopEvent): boolean =>
  event.type === 'amended' && event.amendment.isRefused === true;

describe('decide', () => {
  test('same run and same command, same decision, and the run is left as it was', () => {
    fc.assert(
      fc.property(commands, any, (before, next) => {
        const run = runAfterAll(before);
        const copy = structuredClone(run);
        expect(decide(run, next)).toEqual(decide(run, structuredClone(next)));
        expect(run).toEqual(copy);
      }),
      { numRuns: 200 },
    );
  });

  test('answers every command in every run, and a refusal at most records the attempt', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let run: ReturnType<typeof fold>;
        for (const one of list) {
          const outcome = put(run, one);
          expect(outcome.verdict !== undefined).toBe(one.type === 'stop');
          if (outcome.rejected) {
            const isUsers = outcome.rejected.code === 'users-contract';
            expect(outcome.events.every((event) => isUsers && isAttempt(event))).toBe(true);
          }
          run = outcome.run;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('its decision survives a round trip through JSON', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let run: ReturnType<typeof fold>;
        for (const one of list) {
          const { events } = decide(run, one);
          for (const event of events) {
            const json = throughJson(event);
            expect(parseEvent(json)).toEqual(json);
          }
          run = fold(events, run);
        }
        if (!run) return;
        const json = throughJson(run);
        expect(runSchema.parse(json)).toEqual(json);
      }),
      { numRuns: 150 },
    );
  });

  test('a run that is over stays over until something new is started', () => {
    const others = any.filter(({ type }) => !['start', 'draft', 'adopt'].includes(type));
    fc.assert(
      fc.property(commands, fc.array(others, { maxLength: 10 }), (before, after) => {
        const cancelled = fold(
          decide(runAfterAll(before), { type: 'cancel', at: AT }).events,
          runAfterAll(before),
        );
        if (cancelled?.status !== 'cancelled') return;
        for (const one of after) {
          const outcome = put(cancelled, one);
          // But for the bill of its last turn nothing is recorded any more.
          expect(outcome.types).toEqual(one.type === 'prompt' ? outcome.types.filter(isBill) : []);
          expect(outcome.run?.status).toBe('cancelled');
          expect(outcome.verdict?.kind).not.toBe('block');
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the iteration never passes its limit by a block', () => {
    fc.assert(
      fc.property(commands, (list) => {
        let run: ReturnType<typeof fold>;
        for (const one of list) {
          const outcome = put(run, one);
          const cap = outcome.frame.limits?.iterations ?? null;
          if (outcome.verdict?.kind === 'block' && outcome.run && cap !== null) {
            expect(outcome.verdict.iteration).toBeLessThanOrEqual(cap);
          }
          run = outcome.run;
        }
      }),
      { numRuns: 200 },
    );
  });

  test('what commands lead to is projected into views that our own parsers read', () => {
    fc.assert(
      fc.property(commands, (all) => {
        // Adopted states come from a parser; generated ones don't.
        const run = runAfterAll(all.filter(({ type }) => type !== 'adopt'));
        const frame = run?.frames.at(-1);
        const isSane = (run?.frames ?? []).every(
          ({ iteration, limits }) =>
            Number.isSafeInteger(iteration) && iteration >= 0 && (limits.iterations ?? 0) >= 0,
        );
        if (!run || !frame || !isSane || !Number.isInteger(frame.limits.iterations ?? 1)) return;
        expect(parseCriteriaState(JSON.stringify(toCriteriaState(run)))).toMatchObject({ ok: true });
        expect(parseStackState(JSON.stringify(toStackState(run)))).toMatchObject({ ok: true });
        const workflow = toWorkflowState(run);
        if (workflow) expect(parseWorkflowState(JSON.stringify(workflow))).toMatchObject({ ok: true });
      }),
      { numRuns: 150 },
    );
  });
});
