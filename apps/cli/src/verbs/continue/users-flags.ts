import { isDeepStrictEqual } from 'node:util';
import type { Run } from '@loopwright/core';
import { parseArguments, splitWords } from '@loopwright/core/flags';
import { typedFlags } from '../../flags/typed-flags.ts';
import type { Refused } from '../../plan/merge-plans.ts';
import type { Context, Request } from '../../program/context.ts';
import { authorOf } from '../../session/author.ts';
import { wordsSince } from '../../session/users-words.ts';
import { verbs } from '../verbs.ts';

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
export function usersFlags(context: Context, { session, frames, createdAt }: Run, flags: Flags): UsersFlags {
  const sessionId = context.env['CLAUDE_CODE_SESSION_ID'] || session;
  if (authorOf(context.env, { sessionId }) === 'user') return { flags, refused: [] };
  const since = (frames.at(-1)?.raisedAt ?? createdAt) + 1;
  const typed = typedAfterContinue(wordsSince(context, sessionId, ['loop:continue'], since)?.words ?? '');
  const refused = definition.flags.flatMap((flag): Refused[] => {
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

const definition = verbs.continue;

/** The flags in the words after `/loop:continue`; none if they can't be read. */
function typedAfterContinue(words: string): Flags {
  const draft = splitWords(words, definition.flags);
  const parsed = parseArguments(definition, draft.flags);
  return parsed.ok ? (parsed.arguments.flags as Flags) : {};
}
