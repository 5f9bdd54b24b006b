import { DEFAULT_LIMITS, type Limits } from '@loopwright/core';
import { readWords, type TypedWords } from '@loopwright/hooks';
import type { Context } from '../program/context.ts';

/** The latest words that the user typed after one of these commands since a moment; undefined if none are known. */
export function wordsSince(
  { env }: Context,
  sessionId: string,
  commands: readonly string[],
  since: number,
): TypedWords | undefined {
  return readWords(sessionId, env)
    .filter(({ command, at }) => commands.includes(command) && at >= since)
    .toSorted((one, other) => other.at - one.at)[0];
}

/** The limits where the user typed none: the plugin's settings, else the defaults. Claude can only lower them. */
export function floorOf(context: Context, sessionId: string): Limits {
  const { iterations, budget } = wordsSince(context, sessionId, STARTS, 0) ?? {};
  return {
    ...DEFAULT_LIMITS,
    ...(iterations !== undefined && { iterations }),
    ...(budget !== undefined && { budgetUsd: budget }),
  };
}

/** The commands that start a loop. */
export const STARTS: readonly string[] = ['loop:start', 'loop:issue', 'loop:grind'];
