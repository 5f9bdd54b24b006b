import type { Criterion } from '@loopwright/core';

/** Says who asked for a criterion and, where the other one did, for its check. */
export function askedText({ by, check }: Pick<Criterion, 'by' | 'check'>): string {
  const isUsers = by === 'user';
  if (!check || (check.by === 'user') === isUsers) return isUsers ? 'yours' : "Claude's";
  return isUsers ? "yours, Claude's check" : "Claude's, your check";
}
