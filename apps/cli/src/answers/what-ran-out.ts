import type { Run } from '@loopwright/core';

/** The flags that add to what a run ran out of; none where it rests for another reason. */
export function whatRanOut({ ending, frames }: Run): string[] {
  const { budgetUsd, budgetTokens } = frames.at(-1)?.limits ?? {};
  if (ending?.detail === 'budget') return ['--budget', String(budgetUsd ?? 'none')];
  return ending?.detail === 'tokens' ? ['--tokens', String(budgetTokens ?? 'none')] : [];
}
