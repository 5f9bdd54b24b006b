import { openRun, type NotOpen, type OpenRun, type RunAddress } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';

/** Opens the run of a session, or returns undefined. Throws `CliError` for an unsafe journal. */
export function openTrusted(address: RunAddress): OpenRun | undefined {
  const opened = openRun(address);
  if (opened.status === 'unsafe') throw untrusted(opened);
  return opened.status === 'open' ? opened : undefined;
}

/** Says which path is not trusted, why, and who helps. */
export function untrusted({ path, reason }: Extract<NotOpen, { readonly status: 'unsafe' }>): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} can't be trusted: ${reason}.`,
    next: { words: ['doctor'] },
  });
}
