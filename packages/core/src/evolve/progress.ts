import { halfOpenCounters } from '../decide/breakers.ts';
import { FRESH_BREAKER, MAX_REMEMBERED, THRESHOLDS } from '../model/defaults.ts';
import { addCounts } from '../model/plans.ts';
import type { EventOf } from '../model/event.ts';
import type { Breaker, Workflow } from '../model/run.ts';

export function withObservation(breaker: Breaker, event: EventOf<'observed'>): Breaker {
  const edits = new Map(breaker.edits.map(({ path, count }) => [path, count]));
  for (const path of event.edits) edits.set(path, addCounts(edits.get(path) ?? 0, 1));
  const rounds = withEdits(breaker.rounds ?? [], event);
  return {
    ...breaker,
    // An error ends the trial; it is counted as usual.
    isOnTrial: event.errors.length > 0 ? undefined : breaker.isOnTrial,
    ...errorAfter(breaker, event),
    rounds: event.hasFailed ? withFailure(rounds) : rounds,
    denied: event.denied || breaker.denied,
    failedCall: event.failedCall || breaker.failedCall,
    tools: addCounts(breaker.tools, event.tools),
    edits: [...edits].map(([path, count]) => ({ path, count })).slice(-MAX_REMEMBERED),
    denials:
      event.denials > 0 ? addCounts(breaker.denials, event.denials) : event.tools > 0 ? 0 : breaker.denials,
    retries: event.tools > 0 ? 0 : breaker.retries,
  };
}

/** The error in a row. The calls of a batch ran side by side, so a batch repeats an error at most once. */
function errorAfter(
  breaker: Breaker,
  { errors, hasPassed }: EventOf<'observed'>,
): Pick<Breaker, 'error' | 'errorCount'> {
  const { error, errorCount } = hasPassed ? { error: '', errorCount: 0 } : breaker;
  const last = errors.at(-1);
  if (last === undefined) return { error, errorCount };
  return errors.includes(error)
    ? { error, errorCount: addCounts(errorCount, 1) }
    : { error: last, errorCount: 1 };
}

type Rounds = NonNullable<Breaker['rounds']>;

/** Counts an edit as a round if a command or check failed since the file's last edit. */
function withEdits(before: Rounds, { edits, scratch = [] }: EventOf<'observed'>): Rounds {
  const rounds = new Map(before.map((round) => [round.path, round]));
  for (const path of edits) {
    if (scratch.includes(path)) continue;
    const { count = 0, hasFailed } = rounds.get(path) ?? {};
    rounds.set(path, { path, count: hasFailed ? addCounts(count, 1) : count });
  }
  return [...rounds.values()].slice(-MAX_REMEMBERED);
}

function withFailure(rounds: Rounds): Rounds {
  return rounds.map((round) => ({ ...round, hasFailed: true }));
}

/** Records that a check failed. */
export function withFailedCheck(breaker: Breaker): Breaker {
  return breaker.rounds ? { ...breaker, rounds: withFailure(breaker.rounds) } : breaker;
}

/** Resets the counters of one iteration. */
export function newIteration({
  isOnTrial,
  rounds: _rounds,
  hasWaited: _hasWaited,
  ...breaker
}: Breaker): Breaker {
  const next = { ...breaker, tools: 0, edits: [], hasProgress: false, retries: 0 };
  // Counters that didn't recur reset after this iteration.
  return isOnTrial ? { ...next, error: '', errorCount: 0, denials: 0 } : next;
}

/** Records progress, which resets the error counter. */
export function withProgress(breaker: Breaker): Breaker {
  return { ...breaker, hasProgress: true, error: '', errorCount: 0 };
}

export function withProgressIf(isMoved: boolean, breaker: Breaker): Breaker {
  return isMoved ? withProgress(breaker) : breaker;
}

/** Half-opens the breakers after a pause: every counter is one short of its threshold, so one iteration decides. */
export function halfOpened({ rounds: _rounds, hasWaited: _hasWaited, ...breaker }: Breaker): Breaker {
  return {
    ...halfOpenCounters(breaker),
    edits: FRESH_BREAKER.edits,
    tools: 0,
    retries: 0,
    isOnTrial: true,
  };
}

export function workflowHalfOpened({ gate, thorough, ...workflow }: Workflow): Workflow {
  return {
    ...workflow,
    gate: gate && { ...gate, failures: Math.min(gate.failures, THRESHOLDS.gate - 1) },
    thorough: thorough && { ...thorough, failures: Math.min(thorough.failures ?? 0, THRESHOLDS.review - 1) },
  };
}
