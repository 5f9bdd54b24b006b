import { isOpen, type Run } from '@loopwright/core';
import { listRuns, type RunAddress } from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import { describeRun } from '../../session/describe-run.ts';
import { shortId } from '../../session/short-id.ts';

/** The unfinished loops of other sessions in this project. */
export interface Unfinished {
  /** Active, and not silent for too long: its session is probably at work. */
  readonly atWork: readonly Run[];
  /** Paused, stuck, or silent for longer than its limit. */
  readonly left: readonly Run[];
}

/** Lists the unfinished loops of other sessions. */
export function findUnfinished({ root, sessionId }: RunAddress, now: number): Unfinished {
  const runs = listRuns(root).flatMap(({ run }) =>
    run && isOpen(run) && run.session !== sessionId ? run : [],
  );
  const isAtWork = (run: Run): boolean => run.status === 'active' && now - run.updatedAt <= run.ttlMs;
  return { atWork: runs.filter(isAtWork), left: runs.filter((run) => !isAtWork(run)) };
}

/** Asks what to do with a loop that another session left. */
export function askAboutLeft(left: readonly Run[]): CliError {
  const [run] = left;
  const id = shortId(run?.id ?? '');
  return new CliError({
    exit: 'error',
    message: 'Another session left an unfinished loop here, so nothing was started. Ask the user:',
    details: [
      ...left.slice(0, 5).map(describeRun),
      `Go on with it: loop continue --run ${id}`,
      'Start this one, and leave that one as it is: loop start --fresh',
      `Look at it first: loop status --run ${id}`,
    ],
    next: { words: ['continue', '--run', id] },
  });
}

/** Names the loops that other sessions work on now. */
export function atWorkLines(atWork: readonly Run[]): readonly string[] {
  return atWork.slice(0, 3).map((run) => `Another session works on a loop here, too: ${describeRun(run)}`);
}
