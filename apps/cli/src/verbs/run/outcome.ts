import {
  breakerRules,
  type Criterion,
  failureKindOf,
  type Frame,
  limitRules,
  resumeFlags,
  type Run,
  witnessOf,
} from '@loopwright/core';
import type { Next } from '../../program/answer.ts';
import type { ExitName } from '../../program/exit-codes.ts';
import { shortId } from '../../session/short-id.ts';

const LIMITS = new Set(limitRules.map(({ name }) => name));
const BREAKERS: ReadonlySet<string> = new Set(breakerRules.map(({ name }) => name));

/** The exit of a headless run, by the ending of its loop. */
export function exitOf({ status, ending, frames }: Run): ExitName {
  if (ending === undefined) return 'error';
  const { kind, detail = '' } = ending;
  if (status === 'completed') {
    if (kind !== 'verified' && kind !== 'claimed') return 'error';
    return hasSeenAll(frames.at(-1)) && !/^(?:amended|guarded)\b/.test(detail) ? 'ok' : 'unproved';
  }
  if (kind === 'stuck') return 'breaker';
  if (kind !== 'paused') return 'error';
  if (failureKindOf(ending) === 'rate-limit') return 'rate-limit';
  if (LIMITS.has(detail)) return detail === 'iterations' ? 'iterations' : 'budget';
  return BREAKERS.has(detail) ? 'breaker' : 'error';
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
