import {
  changeTexts,
  type Criterion,
  type Decision,
  isDone,
  type Next,
  rejectionText,
  restCauseOf,
  resumeFlags,
  type Run,
  witnessOf,
} from '@loopwright/core';
import type { DriverError } from '@loopwright/driver';
import { CliError, type ExitName } from '../../program/cli-error.ts';
import { shortId } from '../../session/run-summary.ts';

/** The exit of a headless run, by the ending of its loop. */
export function exitOf({ status, ending, frames }: Run): ExitName {
  if (ending === undefined) return 'error';
  if (status === 'completed') {
    if (!isDone(ending)) return 'error';
    const { criteria = [], issues } = frames.at(-1) ?? {};
    const hasSeenAll = criteria.every(isSeen) && Object.keys(issues?.seen ?? {}).every(isOwn);
    return hasSeenAll && changeTexts(ending).length === 0 ? 'ok' : 'unproved';
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

/** True for a voucher of an issue that is the driver itself, or a judge that it asked. */
function isOwn(voucher: string): boolean {
  return voucher === 'driver' || voucher === 'judge';
}

/** True without a check, and for one that the driver itself saw pass, or whose judge it asked. */
function isSeen(criterion: Criterion): boolean {
  if (!criterion.check) return true;
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

/** Makes an error of a decision that changed nothing. */
export function rejectionError(rejected: Decision['rejected'], exit: ExitName, next?: Next): CliError {
  return new CliError({
    exit,
    message: rejectionText(rejected ?? { code: 'nothing-to-change' }),
    next: next ?? { words: ['help', 'run'] },
  });
}

/** Maps an error of the driver to an exit code and the next command. */
export function driverError(error: DriverError): CliError {
  const { code, message, run, rejected } = error;
  if (code === 'rejected') {
    return rejectionError(rejected, rejected?.code === 'spent-up' ? 'budget' : 'error', resumeWith(run));
  }
  const named = ['--run', shortId(run.id)];
  const next = {
    lost: { words: ['status', ...named] },
    driven: { words: ['run', '--resume', '--take-over', ...named], when: 'to take the run from it' },
    unrecorded: { words: ['run', '--resume', ...named], when: 'once the disk takes it again' },
  }[code];
  return new CliError({ exit: code === 'unrecorded' ? 'error' : 'no-loop', message, next, cause: error });
}
