import { relative } from 'node:path';
import type { Run } from '@loopwright/core';
import { archiveShape } from '@loopwright/store';

/** The SPEC.md and SHAPE.md in a project, as they are before a start. */
export interface ShapeLeft {
  /** The run that last showed a workflow here. */
  readonly owner: string | undefined;
  /** The other sessions' open loops. */
  readonly runs: readonly Run[];
  /** Those of them that somebody works on now. */
  readonly atWork: readonly Run[];
}

/**
 * Archives the SPEC.md and SHAPE.md that a loop of another session left, so that the new one can't take them over.
 * A loop at work keeps them, and so does an unfinished one without `--fresh`. Returns notices for the user.
 */
export function clearShape(
  root: string,
  { owner, runs, atWork }: ShapeLeft,
  isFresh: boolean,
): readonly string[] {
  const isOwner = ({ id }: Run): boolean => id === owner;
  if (atWork.some(isOwner))
    return [
      'The other loop also uses .loop/shape/: a workflow here would take over its SPEC.md and SHAPE.md.',
    ];
  const isLeft = owner === undefined || runs.some(isOwner);
  if (isLeft && !isFresh) return [];
  const folder = archiveShape(root, owner);
  return folder === undefined
    ? []
    : [`SPEC.md and SHAPE.md of the loop before are in ${relative(root, folder)} now.`];
}
