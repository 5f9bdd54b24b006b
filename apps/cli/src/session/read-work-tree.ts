import { compileNothing, treeIdentities } from '@loopwright/checks';
import { scopeOf, type Check, type Frame, type WorkTree } from '@loopwright/core';
import { checkFolder, placeOfWork, type PlaceOfWork } from '@loopwright/store';
import type { Context } from '../program/context.ts';

/** The work tree at one moment, by scope, and why a part of it could not be read. */
export interface ReadScopes {
  readonly known: ReadonlyMap<string, string>;
  readonly unreadable: string | undefined;
}

/**
 * The work tree that a call is about: the linked one that the caller stands in, else the project. A project that the
 * caller names is always the project itself.
 */
export function placeOfCall({ cwd, flags }: Pick<Context, 'cwd' | 'flags'>, root: string): PlaceOfWork {
  return placeOfWork(root, flags.project === undefined ? cwd : root);
}

/** Reads the identity of the work tree once for each scope that passed evidence of these frames rests on. */
export function readScopes(place: PlaceOfWork, frames: readonly Frame[]): ReadScopes {
  const checks = frames.flatMap(({ criteria, workflow }) => [
    ...criteria.flatMap(({ check, evidence }) => (check && evidence?.passed ? [check] : [])),
    // A gate on evidence of tasks holds for the whole work tree.
    ...(workflow?.gate?.fingerprint === undefined ? [] : [{ command: '' }]),
  ]);
  return readChecks(place, checks);
}

/** Reads the identity of the work tree for the scopes of checks. */
export function readChecks(place: PlaceOfWork, checks: readonly Check[]): ReadScopes {
  const scopes = new Map(checks.map((check) => [scopeOf(check), check]));
  const known = new Map<string, string>();
  let unreadable: string | undefined;
  compileNothing();
  const read = treeIdentities(
    place.root,
    [...scopes.values()].map(({ folder, paths }) => ({ folder: checkFolder(place, folder), paths })),
  );
  for (const [index, scope] of [...scopes.keys()].entries()) {
    const tree = read[index];
    if (tree?.status === 'known') known.set(scope, tree.identity);
    else unreadable ??= tree?.reason;
  }
  return { known, unreadable };
}

/** Reads the work tree now, as far as passed evidence of these frames rests on it. */
export function readWorkTree(place: PlaceOfWork, frames: readonly Frame[]): WorkTree {
  const { known } = readScopes(place, frames);
  return (scope) => known.get(scope);
}
