import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends the running groups when this process is killed and can't do it itself. */
export interface GroupWatch {
  /** Names the groups that run now. A group that starts just before a kill may keep running. */
  tell(groups: readonly number[]): void;
  /** Ends the watch without ending a group. */
  close(): Promise<void>;
}

/** Kills the groups of the last line that it read when the pipe closes, and removes the folder. */
const SCRIPT = `
while read -r line; do groups=$line; done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
[ -z "$1" ] || rm -rf -- "$1"
`;

/**
 * Starts the watch: a shell that reads from a pipe. The pipe closes when this process ends in any way. At the end of the
 * watch, the temporary folder is removed.
 */
export function watchGroups(folder = ''): GroupWatch {
  if (process.platform === 'win32') return { tell: () => undefined, close: async () => undefined };
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Checks run without the watch too. Only a kill of this process would leave them running.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  return {
    tell: (groups) => {
      shell.stdin.write(`${groups.join(' ')}\n`);
    },
    close: async () => {
      if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
      const ended = once(shell, 'exit');
      shell.stdin.end('\n');
      await ended;
    },
  };
}
