import { limitRules, MAX_LIMITS, type Run, type SomeLimits } from '@loopwright/core';

/** Returns the flags that raise the exhausted limit of a run; empty for other reasons. A resume renews some limits. */
export function whatRanOut({ ending, frames }: Run): string[] {
  const rule = limitRules.find(({ name }) => name === ending?.detail);
  if (!rule || rule.isRenewed) return [];
  const limit = frames.at(-1)?.limits[rule.key] ?? null;
  // The largest that a number can set holds for the total.
  const isMost = limit !== null && limit >= ((MAX_LIMITS as SomeLimits)[rule.key] ?? Infinity);
  return [rule.flag, isMost ? 'none' : String(limit ?? 'none')];
}
