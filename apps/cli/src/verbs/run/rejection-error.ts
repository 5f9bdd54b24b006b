import { type Decision, type Next, rejectionText } from '@loopwright/core';
import { CliError, type ExitName } from '../../program/cli-error.ts';

/** Makes an error of a decision that changed nothing. */
export function rejectionError(rejected: Decision['rejected'], exit: ExitName, next?: Next): CliError {
  return new CliError({
    exit,
    message: rejectionText(rejected ?? { code: 'nothing-to-change' }),
    next: next ?? { words: ['help', 'run'] },
  });
}
