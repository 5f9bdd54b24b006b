import { scopeOf, type Check, type Frame } from '@loopwright/core';
import { fingerprintFor } from '@loopwright/store';

/** The fingerprint of what a check depends on; undefined when it can't be taken. */
export function readFingerprint(root: string, check: Check): string | undefined {
  try {
    return fingerprintFor(root, check);
  } catch {
    // A path that leads out of the project, or a tree that can't be read: both count as changed.
    return undefined;
  }
}

/** The work tree now, in every scope that passed evidence of these frames rests on. */
export function readFingerprints(root: string, frames: readonly Frame[]): ReadonlyMap<string, string> {
  const now = new Map<string, string>();
  const seen = new Set<string>();
  for (const { check, evidence } of frames.flatMap(({ criteria }) => criteria)) {
    if (!check || !evidence?.passed || seen.has(scopeOf(check))) continue;
    seen.add(scopeOf(check));
    const value = readFingerprint(root, check);
    if (value !== undefined) now.set(scopeOf(check), value);
  }
  return now;
}
