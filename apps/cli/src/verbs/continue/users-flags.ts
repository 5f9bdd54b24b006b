import { isDeepStrictEqual } from 'node:util';
import { continueFlags } from '@loopwright/core/flags';
import type { OpenRun } from '@loopwright/store';
import { typedFlags } from '../../flags/typed-flags.ts';
import type { Refused } from '../../plan/merge-plans.ts';
import type { Context, Request } from '../../program/context.ts';
import { authorOf } from '../../session/author.ts';
import { wordsSince } from '../../session/users-words.ts';

type Flags = Request<'continue'>['flags'];

/** The flags that count, and those of Claude that don't. */
export interface UsersFlags {
  readonly flags: Flags;
  readonly refused: readonly Refused[];
}

/**
 * Tells the flags of the user from Claude's. Only the user raises limits and chooses the shape: in a terminal of their
 * own, or in words after `/loop:continue`, which count once.
 */
export function usersFlags(context: Context, { root, run }: OpenRun, flags: Flags): UsersFlags {
  const { session, frames, createdAt } = run;
  const sessionId = context.env['CLAUDE_CODE_SESSION_ID'] || session;
  if (authorOf(context.env, { root, sessionId }) === 'user') return { flags, refused: [] };
  const since = (frames.at(-1)?.raisedAt ?? createdAt) + 1;
  // The table that parsed the words is the one that types the flags.
  const typed = (wordsSince(context, { root, sessionId }, ['loop:continue'], since)?.flags ?? {}) as Flags;
  const refused = continueFlags.flatMap((flag): Refused[] => {
    const { name } = flag;
    const wanted = flags[name];
    if (wanted === undefined || isDeepStrictEqual(wanted, typed[name])) return [];
    const subject = typedFlags([flag], flags).join(' ');
    return [
      {
        subject,
        text: `${subject} counts only from the user, who types it: /loop:continue ${subject.replace(' ', '=')}`,
      },
    ];
  });
  return { flags: typed, refused };
}
