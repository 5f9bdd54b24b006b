import type { DoneEnding, Ending, RestCause } from './run.ts';

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
