import type { Decision } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { type Refused, refusedAttempts } from '../plan/merge-plans.ts';
import { submit } from './submit.ts';

/** Puts on record what Claude asked for against the user's words. Gives the notices. */
export function recordRefused(opened: OpenRun, refused: readonly Refused[], at: number): Decision['notices'] {
  if (refused.length === 0) return [];
  const { decision, notices } = submit(opened, {
    type: 'amend',
    at,
    amendments: refusedAttempts(refused, at),
  });
  return [...notices, ...decision.notices];
}
