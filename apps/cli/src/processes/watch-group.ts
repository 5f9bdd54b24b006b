import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends the groups that run when this process is killed and can no longer do it itself. */
export interface GroupWatch {
  /** Says which groups run now. A kill in the moment between the start of one and this leaves it running. */
  tell(groups: readonly number[]): void;
  /** Ends the watch, and no group. */
  close(): Promise<void>;
}

/** Kills the groups on the last line that it read, once nobody is left to write another one. */
const SCRIPT = `
while read -r line; do groups=$line; done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

/** Starts the watch: a shell that waits at a pipe, which closes whatever becomes of this process. */
export function watchGroups(): GroupWatch {
  if (process.platform === 'win32') return { tell: () => undefined, close: async () => undefined };
  const shell = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it everything still runs; only a kill of this process would leave them behind.
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
