import { isDeepStrictEqual } from 'node:util';
import type { CommandOf, Criterion, Run } from '@loopwright/core';
import { askedOf } from '../../plan/frame-plan.ts';

type Amendment = NonNullable<CommandOf<'start'>['amendments']>[number];

/**
 * The contract of an unproved loop that Claude's new start drops: criteria of the user that the new loop doesn't have
 * with the same check, and the earlier amendments. A draft is a new wish of the user, so nothing is dropped then.
 */
export function lostContract(
  before: Run | undefined,
  criteria: CommandOf<'start'>['criteria'] = [],
  at: number,
): readonly Amendment[] {
  const frame = before?.frames[0];
  if (!frame || before.status === 'draft' || before.status === 'completed') return [];
  const lost = frame.criteria.filter((one) => isUsers(one) && !criteria.some((other) => isSame(one, other)));
  return [
    ...(frame.amendments ?? []).filter(({ isRefused }) => !isRefused),
    ...lost.map(({ name }): Amendment => ({
      at,
      what: 'removed',
      subject: name,
      reason: `the loop was ${before.status === 'cancelled' ? 'cancelled' : 'left'} unproved and started again without it`,
    })),
  ];
}

function isUsers({ by, check }: Criterion): boolean {
  return by === 'user' || check?.by === 'user';
}

function isSame(one: Criterion, other: NonNullable<CommandOf<'start'>['criteria']>[number]): boolean {
  const [was, is] = [one.check && askedOf(one.check), other.check && askedOf(other.check)];
  return one.name === other.name && isDeepStrictEqual(was, is);
}
