import { type CommandOf, isUsers, type Run } from '@loopwright/core';
import { isSameCheck } from '../../plan/frame-plan.ts';

type Amendment = NonNullable<CommandOf<'start'>['amendments']>[number];

/**
 * The contract of an unproved loop that Claude's new start drops: criteria of the user that the new loop doesn't have
 * with the same check, and the earlier amendments. A draft is a new wish of the user, so nothing is dropped then.
 */
export function lostContract(
  before: Run | undefined,
  { criteria = [], at }: CommandOf<'start'>,
): readonly Amendment[] {
  const frame = before?.frames[0];
  if (!frame || before.status === 'draft' || before.status === 'completed') return [];
  const isKept = ({ name, check }: (typeof frame.criteria)[number]): boolean =>
    criteria.some((other) => other.name === name && isSameCheck(check, other.check));
  const how = before.status === 'cancelled' ? 'cancelled' : 'left';
  const reason = `the loop was ${how} unproved and started again without it`;
  return [
    ...(frame.amendments ?? []).filter(({ isRefused }) => !isRefused),
    ...frame.criteria
      .filter((one) => isUsers(one) && !isKept(one))
      .map(({ name }): Amendment => ({ at, what: 'removed', subject: name, reason })),
  ];
}
