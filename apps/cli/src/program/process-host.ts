import { randomUUID } from 'node:crypto';
import { askPerson, readInput } from './read-input.ts';
import type { Host, Stream } from './run-command.ts';

/** This process, as a command sees it. */
export function processHost(): Host {
  return {
    typed: process.argv.slice(2),
    script: process.argv[1] ?? '',
    env: process.env,
    cwd: () => process.cwd(),
    stdout: toStream(process.stdout),
    stderr: toStream(process.stderr),
    now: () => Date.now(),
    newId: () => randomUUID(),
    readInput,
    askPerson,
    // A starter that is gone hears nothing.
    tellStarter:
      process.send && ((message) => process.send?.(message, undefined, undefined, () => undefined)),
  };
}

function toStream(stream: NodeJS.WriteStream): Stream {
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    // A reader that has gone away is no error of ours.
    if (code !== 'EPIPE') process.exitCode ??= 1;
  });
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns,
    write: (text) => {
      stream.write(text);
    },
  };
}
