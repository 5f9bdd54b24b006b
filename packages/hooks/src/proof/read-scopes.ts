import type { TreeIdentity } from '@loopwright/checks';
import { type Check, type Frame, scopeOf } from '@loopwright/core';

/** The work tree at one moment, by scope, and why a part of it could not be read. */
export interface ReadScopes {
  readonly known: ReadonlyMap<string, string>;
  readonly unreadable: string | undefined;
}

type Scope = Pick<Check, 'folder' | 'paths'>;

/** The checks of frames with passed evidence: it holds only for the work tree that it was seen on. */
export function passedChecks(frames: readonly Frame[]): readonly Check[] {
  return frames.flatMap(({ criteria, workflow }) => [
    ...criteria.flatMap(({ check, evidence }) => (check && evidence?.passed ? [check] : [])),
    // A gate on evidence of tasks holds for the whole work tree.
    ...(workflow?.gate?.fingerprint ? [{ command: '' }] : []),
  ]);
}

/** Reads the identity of the work tree once for each scope of checks; no checks start no git. */
export function readScopes(
  identities: (scopes: readonly Scope[]) => readonly TreeIdentity[],
  checks: readonly Scope[],
): ReadScopes {
  const scopes = new Map(checks.map((check) => [scopeOf(check), check]));
  const known = new Map<string, string>();
  if (scopes.size === 0) return { known, unreadable: undefined };
  const read = identities([...scopes.values()]);
  for (const [index, scope] of [...scopes.keys()].entries()) {
    const tree = read[index];
    if (tree?.status === 'known') known.set(scope, tree.identity);
  }
  return { known, unreadable: read.find((tree) => tree.status === 'unknown')?.reason };
}
