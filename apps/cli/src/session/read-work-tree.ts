import { compileNothing, treeIdentities } from '@loopwright/checks';
import { scopeOf, type Check, type Frame, type WorkTree } from '@loopwright/core';

/** The work tree at one moment, by scope, and why a part of it could not be read. */
export interface ReadScopes {
  readonly known: ReadonlyMap<string, string>;
  readonly unreadable: string | undefined;
}

/** Reads the identity of the work tree once for each scope that passed evidence of these frames rests on. */
export function readScopes(root: string, frames: readonly Frame[]): ReadScopes {
  const checks = frames.flatMap(({ criteria, workflow }) => [
    ...criteria.flatMap(({ check, evidence }) => (check && evidence?.passed ? [check] : [])),
    // A gate on evidence of tasks holds for the whole work tree.
    ...(workflow?.gate?.fingerprint === undefined ? [] : [{ command: '' }]),
  ]);
  return readChecks(root, checks);
}

/** Reads the identity of the work tree for the scopes of checks. */
export function readChecks(root: string, checks: readonly Check[]): ReadScopes {
  const scopes = new Map(checks.map((check) => [scopeOf(check), check]));
  const known = new Map<string, string>();
  let unreadable: string | undefined;
  compileNothing();
  const read = treeIdentities(root, [...scopes.values()]);
  for (const [index, scope] of [...scopes.keys()].entries()) {
    const tree = read[index];
    if (tree?.status === 'known') known.set(scope, tree.identity);
    else unreadable ??= tree?.reason;
  }
  return { known, unreadable };
}

/** Reads the work tree now, as far as passed evidence of these frames rests on it. */
export function readWorkTree(root: string, frames: readonly Frame[]): WorkTree {
  const { known } = readScopes(root, frames);
  return (scope) => known.get(scope);
}
