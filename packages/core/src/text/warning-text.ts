import { LIMITS, type WarnedLimit } from '../model/limits.ts';
import { usageText } from './limit-text.ts';

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
  const figures = used === undefined || of === undefined ? '' : ` (${usageText(limit, used, of)})`;
  return `${percent} % ${LIMITS[limit].usedUp}${figures}.`;
}

/** The flag that raises a limit. */
export function raisingFlag(limit: WarnedLimit): string {
  return LIMITS[limit].flag;
}
