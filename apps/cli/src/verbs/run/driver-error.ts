import type { DriverError } from '@loopwright/driver';
import { CliError } from '../../program/cli-error.ts';
import { shortId } from '../../session/run-summary.ts';
import { resumeWith } from './outcome.ts';
import { rejectionError } from './rejection-error.ts';

/** Maps a driver's error to an exit code and the next command. */
export function driverError(error: DriverError): CliError {
  const { code, message, run, rejected } = error;
  const id = shortId(run.id);
  switch (code) {
    case 'rejected':
      return rejectionError(rejected, rejected?.code === 'spent-up' ? 'budget' : 'error', resumeWith(run));
    case 'lost':
      return new CliError({
        exit: 'no-loop',
        message,
        next: { words: ['status', '--run', id] },
        cause: error,
      });
    case 'driven':
      return new CliError({
        exit: 'no-loop',
        message,
        next: { words: ['run', '--resume', '--take-over', '--run', id], when: 'to take the run from it' },
        cause: error,
      });
    case 'unrecorded':
      return new CliError({
        exit: 'error',
        message,
        next: { words: ['run', '--resume', '--run', id], when: 'once the disk takes it again' },
        cause: error,
      });
  }
}
