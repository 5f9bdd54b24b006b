import type { WarnedLimit } from '../model/vocabulary.ts';
import { LIMIT_WORDS } from './limit-words.ts';

/** Says in one sentence how far a limit is used up. An old record names no limit and means the budget. */
export function warningText({
  percent,
  limit = 'budgetUsd',
  used,
  of,
}: {
  readonly percent: number;
  readonly limit?: WarnedLimit | undefined;
  readonly used?: number;
  readonly of?: number;
}): string {
  const { usedUp, usageText } = LIMIT_WORDS[limit];
  const figures = used === undefined || of === undefined ? '' : ` (${usageText(used, of)})`;
  return `${percent} % ${usedUp}${figures}.`;
}

/** The flag that raises a limit. */
export function raisingFlag(limit: WarnedLimit): string {
  return LIMIT_WORDS[limit].flag;
}
