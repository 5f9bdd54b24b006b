import { isAbsolute } from 'node:path';
import type { CommandCheck, Evidence } from '@loopwright/core';

/** True for a check whose command was not there, or could not be run: the codes of the shell, or of the system. */
export function isNotFound({ exitCode, reason = '' }: Evidence): boolean {
  return (
    exitCode === 126 ||
    exitCode === 127 ||
    (exitCode === null && /^command (?:not found|can not be run)/.test(reason))
  );
}

/**
 * The check through the login shell of the user, which reads their profile; undefined without such a shell. A client
 * that was started from a desktop may lack what the profile sets.
 */
export function inLoginShell(check: CommandCheck, shell: string | undefined): CommandCheck | undefined {
  if (process.platform === 'win32' || shell === undefined || !isAbsolute(shell)) return undefined;
  const { command } = check;
  const line = typeof command === 'string' ? [command] : ['exec "$0" "$@"', ...command];
  return { ...check, command: [shell, '-lc', ...line] };
}
