import { relative } from 'node:path';
import { isOpen, type Run } from '@loopwright/core';
import { archiveShape, type RunAddress, shapeOwner } from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import { othersIn } from '../../session/locate-run.ts';
import { describeRun, shortId } from '../../session/run-summary.ts';

/** The unfinished loops of other sessions in this project. */
export interface OtherLoops {
  /** Active, and not silent for too long: its session is probably at work. */
  readonly atWork: readonly Run[];
  /** Paused, stuck, or silent for longer than its limit. */
  readonly left: readonly Run[];
  /** The run that last showed a workflow here, whose SPEC.md and SHAPE.md may lie in the project. */
  readonly shapeOwner: string | undefined;
}

/** Lists the unfinished loops of other sessions. */
export function findOtherLoops({ root, sessionId }: RunAddress, now: number): OtherLoops {
  const runs = othersIn(root, sessionId).filter(isOpen);
  const isAtWork = (run: Run): boolean => run.status === 'active' && now - run.updatedAt <= run.ttlMs;
  return {
    atWork: runs.filter(isAtWork),
    left: runs.filter((run) => !isAtWork(run)),
    shapeOwner: shapeOwner(root),
  };
}

/** Asks what to do with a loop that another session left. */
export function askAboutLeft(left: readonly Run[]): CliError {
  const id = shortId(left[0]?.id ?? '');
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
export function atWorkLines({ atWork }: OtherLoops): readonly string[] {
  return atWork.slice(0, 3).map((run) => `Another session works on a loop here, too: ${describeRun(run)}`);
}

/**
 * Archives the SPEC.md and SHAPE.md that a loop of another session left, so that the new one can't take them over.
 * A loop at work keeps them, and so does an unfinished one without `--fresh`. Returns notices for the user.
 */
export function archiveOtherShape(
  root: string,
  { atWork, left, shapeOwner: owner }: OtherLoops,
  isFresh: boolean,
): readonly string[] {
  const isOwner = ({ id }: Run): boolean => id === owner;
  if (atWork.some(isOwner))
    return [
      'The other loop also uses .loop/shape/: a workflow here would take over its SPEC.md and SHAPE.md.',
    ];
  if ((owner === undefined || left.some(isOwner)) && !isFresh) return [];
  const folder = archiveShape(root, owner);
  return folder === undefined
    ? []
    : [`SPEC.md and SHAPE.md of the loop before are in ${relative(root, folder)} now.`];
}
