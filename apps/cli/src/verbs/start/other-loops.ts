import { relative } from 'node:path';
import { isLeft, isOpen, type Run } from '@loopwright/core';
import { dialogOf } from '@loopwright/core/questions';
import { isClientGone } from '@loopwright/hooks/facts';
import {
  archiveShape,
  isFromRepository,
  listAdoptable,
  type RunAddress,
  shapeOwner,
} from '@loopwright/store';
import { CliError } from '../../program/cli-error.ts';
import type { Env } from '../../program/context.ts';
import { othersIn } from '../../session/locate-run.ts';
import { describeRun, shortId } from '../../session/run-summary.ts';

/** The unfinished loops of other sessions in this project. */
export interface OtherLoops {
  /** Active, and its session goes on, as far as is known. */
  readonly atWork: readonly Run[];
  /** Paused, stuck, or active in a session that ended, fell silent, or lost its client. */
  readonly left: readonly Run[];
  /** Loops that were written by hand: the paths of their files, or `loop:current`, a topic of jwz. */
  readonly written: readonly string[];
  /** The run that last showed a workflow here, whose SPEC.md and SHAPE.md may lie in the project. */
  readonly shapeOwner: string | undefined;
}

/** Lists the unfinished loops of other sessions, and those of no session. */
export function findOtherLoops({ root, sessionId }: RunAddress, at: number, env: Env): OtherLoops {
  const runs = othersIn(root, sessionId).filter(isOpen);
  const isAtWork = (run: Run): boolean =>
    run.status === 'active' && !isLeft(run, at) && !isClientGone({ root, sessionId: run.session }, env);
  const written = listAdoptable({ root, at, env }, 'user').filter(
    ({ source, path }) => source.format !== 'corrupt' && !isFromRepository(path),
  );
  return {
    atWork: runs.filter(isAtWork),
    left: runs.filter((run) => !isAtWork(run)),
    written: written.map(({ name, path }) => (name === 'loop:current' ? name : relative(root, path))),
    shapeOwner: shapeOwner(root),
  };
}

/** Says what to do about the session's own open loop, or about one that was left; a user who can answer is asked. */
export function askAboutLoop(
  own: Run | undefined,
  { left, written }: Pick<OtherLoops, 'left' | 'written'>,
  canAsk: boolean,
): CliError {
  const [first] = left;
  const isGoing = own?.status === 'active';
  const named = own || !first ? [] : ['--run', shortId(first.id)];
  const resume = isGoing ? ['next'] : ['continue', ...named];
  const fresh = own ? 'ends that loop' : 'leaves that loop as it is';
  const look = ['loop status', ...named].join(' ');
  const ways = canAsk
    ? [
        `Ask the user with AskUserQuestion, word for word: ${JSON.stringify(dialogOf('left'))}`,
        `Resume: loop ${resume.join(' ')}`,
        `Start fresh: run this loop start again, which ${fresh}`,
        `Status: ${look}, then ask again`,
      ]
    : [
        `Go on with it: loop ${resume.join(' ')}`,
        `Start this one, which ${fresh}: loop start --fresh`,
        `Look at it first: ${look}`,
      ];
  return new CliError({
    message: own
      ? 'This session has a loop already, so nothing was started.'
      : 'An unfinished loop is here, so nothing was started.',
    details: [...(own ? [own] : left.slice(0, 5)).map(describeRun), ...(own ? [] : written), ...ways],
    next: { words: resume },
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
