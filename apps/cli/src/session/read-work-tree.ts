import { compileNothing, treeIdentities } from '@loopwright/checks';
import type { Check, Frame, WorkTree } from '@loopwright/core';
import { passedChecks, readScopes, type ReadScopes } from '@loopwright/hooks/facts';
import { checkFolder, placeOfWork, type PlaceOfWork } from '@loopwright/store';
import type { Context } from '../program/context.ts';

/**
 * The work tree that a call is about: the linked one that the caller stands in, else the project. A project that the
 * caller names is always the project itself.
 */
export function placeOfCall({ cwd, flags }: Pick<Context, 'cwd' | 'flags'>, root: string): PlaceOfWork {
  return placeOfWork(root, flags.project === undefined ? cwd : root);
}

/** Reads the identity of the work tree once for each scope that passed evidence of these frames rests on. */
export function readPassed(place: PlaceOfWork, frames: readonly Frame[]): ReadScopes {
  return readChecks(place, passedChecks(frames));
}

/** Reads the identity of the work tree for the scopes of checks. */
export function readChecks(place: PlaceOfWork, checks: readonly Check[]): ReadScopes {
  compileNothing();
  return readScopes(
    (scopes) =>
      treeIdentities(
        place.root,
        scopes.map(({ folder, paths }) => ({ folder: checkFolder(place, folder), paths })),
      ),
    checks,
  );
}

/** Reads the work tree now, as far as passed evidence of these frames rests on it. */
export function readWorkTree(place: PlaceOfWork, frames: readonly Frame[]): WorkTree {
  const { known } = readPassed(place, frames);
  return (scope) => known.get(scope);
}
