import { expect } from 'vitest';
import { decide } from '../../src/decide.ts';
import type { Decision, Rejection } from '../../src/decide/decision.ts';
import { fold } from '../../src/evolve.ts';
import type { Command, CommandOf, StopCommand } from '../../src/model/command.ts';
import { type EventOf, type LoopEvent, parseEvent } from '../../src/model/event.ts';
import type { Ending, Evidence, Frame, Run } from '../../src/model/run.ts';

/** The instant at which every history of the tests begins: 2026-02-05T10:00:00Z. */
export const AT = 1_770_285_600_000;

/** A decision together with the run before and after it. */
export interface Outcome extends Decision {
  readonly before: Run | undefined;
  readonly run: Run | undefined;
  readonly frame: Frame;
  readonly types: readonly LoopEvent['type'][];
  /** The rule that answered a stop. */
  readonly rule: string | undefined;
  /** Why the command was refused, with its subject: `ended: paused`. */
  readonly refused: string | undefined;
  /** The breaker, limit or other cause that put the run to rest. */
  readonly cause: string | undefined;
}

/** A command without the fields that a test doesn't care about. */
type Loose<T extends Command['type']> = { readonly type: T } & DeepReadonly<
  Partial<Omit<CommandOf<T>, 'type'>>
>;
export type AnyLoose = { [T in Command['type']]: Loose<T> }[Command['type']];

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A history to put commands before. */
export function given(...history: readonly (LoopEvent | readonly LoopEvent[])[]): {
  readonly run: Run | undefined;
  readonly when: (...commands: readonly AnyLoose[]) => Outcome;
  readonly whenStopped: (facts?: DeepReadonly<Partial<StopCommand>>) => Outcome;
} {
  const before = fold(history.flat());
  const when = (...commands: readonly AnyLoose[]): Outcome => {
    let run = before;
    let outcome: Outcome | undefined;
    for (const loose of commands) {
      outcome = record(run, complete(loose));
      run = outcome.run;
    }
    if (!outcome) throw new Error('no command');
    return outcome;
  };
  return { run: before, when, whenStopped: (facts = {}) => when({ type: 'stop', ...facts }) };
}

/** A value as the journal brings it back. No schema lets `__proto__` in. */
export function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, one: unknown) => (key === '__proto__' ? undefined : one));
}

/** Decides one command and folds its events. */
export function put(run: Run | undefined, command: Command): Outcome {
  const decision = decide(run, command);
  const after = fold(decision.events, run);
  return {
    ...decision,
    before: run,
    run: after,
    frame: (after?.frames.at(-1) ?? {}) as Frame,
    types: decision.events.map(({ type }) => type),
    rule: decision.verdict?.rule,
    refused: decision.rejected && refusalOf(decision.rejected),
    cause: after?.ending && causeOf(after.ending),
  };
}

/** The same; what the decision records must pass its schema unchanged. */
export function record(run: Run | undefined, command: Command): Outcome {
  const outcome = put(run, command);
  // No journal holds the numbers of a corrupt run.
  const recorded = outcome.rule === 'corrupt' ? [] : outcome.events.map(throughJson);
  for (const json of recorded) expect(parseEvent(json)).toEqual(json);
  return outcome;
}

function refusalOf({ code, subject }: Rejection): string {
  return subject === undefined ? code : `${code}: ${subject}`;
}

function causeOf(ending: Ending): string {
  if (!('cause' in ending)) return ending.kind;
  const { cause } = ending;
  if (cause.kind === 'breaker') return cause.breaker;
  if (cause.kind === 'limit') return cause.limit;
  return cause.kind === 'failure' ? cause.failure : cause.kind;
}

/** Fills in the required fields that a test doesn't care about. */
export function complete(loose: AnyLoose): Command {
  const ids =
    loose.type === 'start' || loose.type === 'draft' || loose.type === 'adopt'
      ? { runId: 'run-1', session: 'session-1' }
      : {};
  const frameId = loose.type === 'push' ? 'frame-2' : 'frame-1';
  const plan = ['start', 'draft', 'push'].includes(loose.type) ? { frameId, spec: 'Make it work' } : {};
  return { at: AT, ...ids, ...plan, ...loose } as Command;
}

/** The history of a run that has just been started. */
export function started(plan: Partial<CommandOf<'start'>> = {}): readonly LoopEvent[] {
  return happened({ type: 'start', ...plan });
}

/** The history that commands lead to; one that is refused breaks the test that asks for it. */
export function happened(...commands: readonly AnyLoose[]): readonly LoopEvent[] {
  const events: LoopEvent[] = [];
  let run: Run | undefined;
  for (const loose of commands) {
    const decision = decide(run, complete(loose));
    if (decision.rejected) throw new Error(`${loose.type}: ${JSON.stringify(decision.rejected)}`);
    events.push(...decision.events);
    run = fold(decision.events, run);
  }
  return events;
}

/** A run after commands, where one must be. */
export function runAfter(...commands: readonly AnyLoose[]): Run {
  const run = fold(happened(...commands));
  if (!run) throw new Error('no run');
  return run;
}

/** Its top frame. */
export function frameAfter(...commands: readonly AnyLoose[]): Frame {
  return topOf(runAfter(...commands));
}

export function topOf(run: Run | undefined): Frame {
  const frame = run?.frames.at(-1);
  if (!frame) throw new Error('no frame');
  return frame;
}

/** The history of a run whose only frame has these fields. */
export function openedWith(frame: Partial<Frame>, run: Partial<Run> = {}): EventOf<'opened'> {
  const base = runAfter({ type: 'start' });
  return {
    type: 'opened',
    at: run.updatedAt ?? AT,
    run: { ...base, frames: [{ ...topOf(base), ...frame }], ...run },
  };
}

/** The evidence of a check that ended by itself. */
export function evidence(passed: boolean, more: Partial<Evidence> = {}): Evidence {
  return {
    id: 'evidence-1',
    at: AT,
    passed,
    exitCode: passed ? 0 : 1,
    durationMs: 5,
    fingerprint: 'tree-1',
    ...more,
  };
}

/** The work tree as `evidence` found it, for checks of the whole tree. */
export const SAME_TREE = [{ scope: '', value: 'tree-1' }];

/** A result of one check. */
export function result(
  criterion: string,
  passed: boolean,
  more: Partial<Evidence> = {},
): {
  criterion: string;
  evidence: Evidence;
} {
  return { criterion, evidence: evidence(passed, more) };
}
