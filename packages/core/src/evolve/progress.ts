import { halfOpenCounters } from '../decide/breakers.ts';
import { FRESH_BREAKER, MAX_REMEMBERED, THRESHOLDS } from '../model/defaults.ts';
import { addCounts } from '../model/add-counts.ts';
import type { EventOf } from '../model/event.ts';
import type { Breaker, Workflow } from '../model/run.ts';
import { without } from './change.ts';

export function withObservation(breaker: Breaker, event: EventOf<'observed'>): Breaker {
  const edits = new Map(breaker.edits.map(({ path, count }) => [path, count]));
  for (const path of event.edits) edits.set(path, addCounts(edits.get(path) ?? 0, 1));
  const { denied, failedCall } = event;
  let { error, errorCount } = event.hasPassed ? { error: '', errorCount: 0 } : breaker;
  for (const signature of event.errors) {
    errorCount = signature === error ? addCounts(errorCount, 1) : 1;
    error = signature;
  }
  return {
    // An error ends the trial; it is counted as usual.
    ...(event.errors.length > 0 ? without(breaker, 'isOnTrial') : breaker),
    error,
    errorCount,
    ...(denied && { denied }),
    ...(failedCall && { failedCall }),
    tools: addCounts(breaker.tools, event.tools),
    edits: [...edits].map(([path, count]) => ({ path, count })).slice(-MAX_REMEMBERED),
    denials:
      event.denials > 0 ? addCounts(breaker.denials, event.denials) : event.tools > 0 ? 0 : breaker.denials,
    retries: event.tools > 0 ? 0 : breaker.retries,
  };
}

/** Resets the counters of one iteration. */
export function newIteration({ isOnTrial, ...breaker }: Breaker): Breaker {
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
export function halfOpened(breaker: Breaker): Breaker {
  return {
    ...halfOpenCounters(breaker),
    edits: FRESH_BREAKER.edits,
    tools: 0,
    retries: 0,
    isOnTrial: true,
  };
}

export function workflowHalfOpened(workflow: Workflow): Workflow {
  const { gate, thorough } = workflow;
  return {
    ...workflow,
    ...(gate && { gate: { ...gate, failures: Math.min(gate.failures, THRESHOLDS.gate - 1) } }),
    ...(thorough && {
      thorough: { ...thorough, failures: Math.min(thorough.failures ?? 0, THRESHOLDS.review - 1) },
    }),
  };
}
