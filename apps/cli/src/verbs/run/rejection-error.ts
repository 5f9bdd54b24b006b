import { type Decision, type Next, rejectionText } from '@loopwright/core';
import { CliError } from '../../program/cli-error.ts';
import type { ExitName } from '../../program/exit-codes.ts';

/** Makes an error of a decision that changed nothing. */
export function rejectionError(rejected: Decision['rejected'], exit: ExitName, next?: Next): CliError {
  return new CliError({
    exit,
    message: rejectionText(rejected ?? { code: 'nothing-to-change' }),
    next: next ?? { words: ['help', 'run'] },
  });
}
