import { decide, fold, type Command, type Run } from '@loopwright/core';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);

type Without<T> = T extends unknown ? Omit<T, 'at'> : never;

/** The run after these commands, one per second. */
export function runAfter(...commands: readonly Without<Command>[]): Run {
  const start: Without<Command> = {
    type: 'start',
    runId: 'aaaaaaaa-run',
    session: 'session-1',
    frameId: 'frame-1',
    spec: 'Say `loop status` in the docs, word for word.\n$(no shell)',
    isHeadless: true,
    criteria: [{ name: 'tests pass', check: { command: 'npm test' } }],
    steps: ['write it', 'try it'],
  };
  let run: Run | undefined;
  [start, ...commands].forEach((command, index) => {
    // Every command is whole once it has its time.
    const { events } = decide(run, { ...command, at: AT + index * 1000 } as Command);
    run = events.length > 0 ? fold(events, run) : run;
  });
  if (!run) throw new Error('nothing was started');
  return run;
}
