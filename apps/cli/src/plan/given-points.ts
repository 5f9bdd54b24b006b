import { sanitizeLine } from '@loopwright/core';
import { meantText, suggest } from '@loopwright/core/flags';
import { dimensions, type Given, type GivenPoints, type PlanScore, rubric } from '@loopwright/scoring';
import { usageError } from '../program/cli-error.ts';
import type { PlannedFrame } from './frame-plan.ts';
import type { Refused } from './merge-plans.ts';

const FORM = '--score takes DIMENSION=N:WHY, such as "outcome=2:the failing tests name each case"';

/** Reads points such as `outcome=2:why`. Throws `CliError` for another form, or for one dimension twice. */
export function parseGivenPoints(typed: readonly string[] = [], isUsers: boolean): GivenPoints {
  const given = new Map<string, Given>();
  for (const text of typed) {
    const [, name = '', points, why = ''] = /^\s*([a-z]+)\s*=\s*([012])\s*:\s*(.*)$/is.exec(text) ?? [];
    const dimension = dimensions.find((one) => one === name.toLowerCase());
    const reason = sanitizeLine(why, 200).trim();
    if (dimension === undefined || reason === '') {
      const meant = name === '' ? undefined : suggest(name, dimensions);
      throw usageError(`${FORM}, not "${sanitizeLine(text, 80)}"${meantText(meant)}`, undefined, [
        `The dimensions are ${dimensions.join(', ')}; each has 0 to 2 points. Without a reason points don't count.`,
      ]);
    }
    if (given.has(dimension)) throw usageError(`--score gives points for ${dimension} twice.`);
    given.set(dimension, { level: Number(points) as Given['level'], reason, ...(isUsers && { isUsers }) });
  }
  return Object.fromEntries(given);
}

/** The points of both. Where the user gave some, those count. */
export function mergePoints(
  users: GivenPoints,
  claudes: GivenPoints,
): { readonly given: GivenPoints; readonly refused: readonly Refused[] } {
  const refused = dimensions.flatMap((dimension): Refused[] => {
    const [own, wanted] = [users[dimension]?.level, claudes[dimension]?.level];
    if (own === undefined || wanted === undefined || wanted === own) return [];
    const text = `The ${dimension} keeps the points that the user gave it: ${own}.`;
    return [{ subject: `--score ${dimension}=${wanted}`, text }];
  });
  return { given: { ...claudes, ...users }, refused };
}

/** The given points for the record, each beside the scorer's own. */
export function pointsOnRecord({ given, own, ...levels }: PlanScore): Pick<PlannedFrame, 'points'> {
  const points = rubric.flatMap(({ dimension }) => {
    const one = given[dimension];
    if (!one) return [];
    const by = one.isUsers ? ('user' as const) : ('claude' as const);
    const counted = levels[dimension];
    return [{ dimension, own: own[dimension], asked: one.level, counted, by, reason: one.reason }];
  });
  return points.length > 0 ? { points } : {};
}
