import type { Run, DoneEnding, Ending, RestCause, Note } from './run.ts';

/** A run that can still change. */
export type OpenRun = Run & { readonly status: 'active' | 'paused' | 'stuck' };

/** True for a run that can still change: active, or paused or stuck and resumable. A draft is not open. */
export function isOpen(run: Run | undefined): run is OpenRun {
  return run !== undefined && run.status !== 'draft' && !isOver(run);
}

/** True for a run that ended for good. A stuck or paused run can be resumed. */
export function isOver({ status }: Run): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'aborted';
}

/** True for an active run whose session ended, or was silent for too long. */
export function isLeft({ status, updatedAt, ttlMs, leftAt }: Run, at: number): boolean {
  // Any event after the end of the session is a sign of life.
  return status === 'active' && (leftAt === updatedAt || at - updatedAt > ttlMs);
}

/** True while usage counts for this run: while it is active, and once more after it rested. */
export function isCounting(run: Run): boolean {
  return run.status === 'active' || owesLastTurn(run);
}

/** True for a resting run whose last turn is not counted yet; the transcript may lack it at the stop. */
export function owesLastTurn({ status, ending, isSettled }: Run): boolean {
  return status !== 'active' && status !== 'draft' && ending !== undefined && isSettled !== true;
}

/** True for the end of a loop whose work is done: proved, or said to be. */
export function isDone(ending: Ending | undefined): ending is DoneEnding {
  return ending?.kind === 'verified' || ending?.kind === 'claimed';
}

/** Why a run rests; undefined for one that goes on or is over. */
export function restCauseOf(ending: Ending | undefined): RestCause | undefined {
  return ending?.kind === 'paused' || ending?.kind === 'stuck' ? ending.cause : undefined;
}

/** The API error that paused a run; undefined for other endings. */
export function failureOf(ending: Ending | undefined): Extract<RestCause, { kind: 'failure' }> | undefined {
  const cause = restCauseOf(ending);
  return cause?.kind === 'failure' ? cause : undefined;
}

const BEGUN = 'begun:';

/** Marks a run whose client works and whose cost isn't recorded yet. The mark survives a killed driver. */
export function begunMark(sessionId: string): string {
  return `${BEGUN}${sessionId}`;
}

/** The session whose cost isn't recorded yet, from the run's mark; undefined if every cost is recorded. */
export function unbilledSession(mark: string): string | undefined {
  return mark.startsWith(BEGUN) ? mark.slice(BEGUN.length) : undefined;
}

/**
 * True for a note about a hand edit that was refused or undone, or a status block that disagrees. The user and Claude
 * each hear of it once.
 */
export function isHandNote({ kind }: Note): boolean {
  return kind === 'edit-refused' || kind === 'tick-undone' || kind === 'criteria-disagree';
}
