import {
  changeTexts,
  type Criterion,
  type Frame,
  isDone,
  type Next,
  restCauseOf,
  resumeFlags,
  type Run,
  witnessOf,
} from '@loopwright/core';
import type { ExitName } from '../../program/cli-error.ts';
import { shortId } from '../../session/run-summary.ts';

/** The exit of a headless run, by the ending of its loop. */
export function exitOf({ status, ending, frames }: Run): ExitName {
  if (ending === undefined) return 'error';
  if (status === 'completed') {
    if (!isDone(ending)) return 'error';
    return hasSeenAll(frames.at(-1)) && changeTexts(ending).length === 0 ? 'ok' : 'unproved';
  }
  const cause = restCauseOf(ending);
  switch (cause?.kind) {
    case 'limit':
      return cause.limit === 'iterations' ? 'iterations' : 'budget';
    case 'breaker':
    case 'stale':
      return 'breaker';
    case 'failure':
      return cause.failure === 'rate-limit' ? 'rate-limit' : 'error';
    default:
      return 'error';
  }
}

/** True if the driver itself saw every check pass, and asked every judge. */
function hasSeenAll(frame: Frame | undefined): boolean {
  return frame?.criteria.every((one) => !one.check || isSeen(one)) ?? true;
}

function isSeen(criterion: Criterion): boolean {
  const witness = witnessOf(criterion);
  return witness === 'judge' ? criterion.evidence?.judgement?.askedBy === 'driver' : witness === 'driver';
}

/** The command that resumes a headless run at rest; it raises a used-up limit. */
export function resumeWith(run: Run): Next {
  return {
    words: ['run', '--resume', '--run', shortId(run.id), ...resumeFlags(run)],
    when: 'to go on',
  };
}
