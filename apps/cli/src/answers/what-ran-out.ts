import { limitRules, type Run } from '@loopwright/core';

/** Returns the flags that raise the exhausted limit of a run; empty for other reasons. A resume renews some limits. */
export function whatRanOut({ ending, frames }: Run): string[] {
  const rule = limitRules.find(({ name }) => name === ending?.detail);
  if (!rule || rule.isRenewed) return [];
  return [rule.flag, String(frames.at(-1)?.limits[rule.key] ?? 'none')];
}
