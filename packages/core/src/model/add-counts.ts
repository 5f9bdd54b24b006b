/** Adds counts and stops at the largest that is still exact, so that a run that was folded can be read back. */
export function addCounts(one: number, other: number): number {
  return Math.min(one + other, Number.MAX_SAFE_INTEGER);
}
