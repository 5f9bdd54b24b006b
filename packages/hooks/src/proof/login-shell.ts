import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { CommandCheck, Evidence } from '@loopwright/core';

/**
 * True for a check whose program surely was not there: the system said so, or the shell did and no folder of PATH has
 * it. A check that only says so itself, or ends with the shell's code, has failed.
 */
export function isNotFound(
  { exitCode, reason = '' }: Evidence,
  { command }: CommandCheck,
  output: string,
  path: string | undefined,
): boolean {
  if (exitCode === null) return /^command (?:not found|can not be run)/.test(reason);
  if (exitCode !== 126 && exitCode !== 127) return false;
  const words = typeof command === 'string' ? command.split(/[\s"'`;|&()<>]+/) : command.slice(0, 1);
  return words.some((word) => /^[\w.+-]+$/.test(word) && isNamed(word, output) && !isOnPath(word, path));
}

/** The shells say `sh: 1: name: not found`, `name: command not found` or `name: Permission denied`. */
function isNamed(word: string, output: string): boolean {
  return output
    .split('\n')
    .some((line) => line.includes(`${word}: `) && /not found|denied|annot execute/.test(line));
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The check through the login shell of the user, which reads their profile; undefined without such a shell. A client
 * that was started from a desktop may lack variables of the profile.
 */
export function inLoginShell(check: CommandCheck, shell: string | undefined): CommandCheck | undefined {
  if (process.platform === 'win32' || shell === undefined || !isAbsolute(shell)) return undefined;
  const { command } = check;
  const line = typeof command === 'string' ? [command] : ['exec "$0" "$@"', ...command];
  return { ...check, command: [shell, '-lc', ...line] };
}
