import type { Run } from '@loopwright/core';

/** Returns the flags that raise the exhausted limit of a run; empty for other reasons. */
export function whatRanOut({ ending, frames }: Run): string[] {
  const { budgetUsd, budgetTokens } = frames.at(-1)?.limits ?? {};
  if (ending?.detail === 'budget') return ['--budget', String(budgetUsd ?? 'none')];
  return ending?.detail === 'tokens' ? ['--tokens', String(budgetTokens ?? 'none')] : [];
}
