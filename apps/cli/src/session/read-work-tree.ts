import { scopeOf, type Check, type Frame, type WorkTree } from '@loopwright/core';
import { fingerprintFor } from '@loopwright/store';

/** Returns the identity of the work tree in the scope of a check, or undefined if it is unknown. */
export function readFingerprint(root: string, check: Check): string | undefined {
  try {
    return fingerprintFor(root, check);
  } catch {
    // A path leads out of the project, or the tree can't be read.
    return undefined;
  }
}

/** Reads the identity of the work tree once for each scope that passed evidence of these frames rests on. */
export function readScopes(root: string, frames: readonly Frame[]): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  const seen = new Set<string>();
  for (const { check, evidence } of frames.flatMap(({ criteria }) => criteria)) {
    if (!check || !evidence?.passed || seen.has(scopeOf(check))) continue;
    seen.add(scopeOf(check));
    const value = readFingerprint(root, check);
    if (value !== undefined) scopes.set(scopeOf(check), value);
  }
  return scopes;
}

/** Reads the work tree now, as far as passed evidence of these frames rests on it. */
export function readWorkTree(root: string, frames: readonly Frame[]): WorkTree {
  const scopes = readScopes(root, frames);
  return (scope) => scopes.get(scope);
}
