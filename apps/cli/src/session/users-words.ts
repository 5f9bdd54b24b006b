import { DEFAULT_LIMITS, type Limits } from '@loopwright/core';
import type { TypedCommand } from '@loopwright/core/contract';
import { readSessionWords } from '@loopwright/hooks';
import type { RunAddress } from '@loopwright/store';
import type { Context } from '../program/context.ts';

/** The latest words that the user typed after one of these commands since a moment; undefined if none are known. */
export function wordsSince(
  { env }: Context,
  { root, sessionId }: RunAddress,
  commands: readonly string[],
  since: number,
): TypedCommand | undefined {
  return readSessionWords({ root, sessionId }, env)
    .typed.filter(({ command, at }) => commands.includes(command) && at >= since)
    .toSorted((one, other) => other.at - one.at)[0];
}

/** The limits where the user typed none: the plugin's settings, else the defaults. Claude can only lower them. */
export function floorOf(context: Context, address: RunAddress): Limits {
  const { iterations, budget } = wordsSince(context, address, STARTS, 0) ?? {};
  return {
    ...DEFAULT_LIMITS,
    ...(iterations !== undefined && { iterations }),
    ...(budget !== undefined && { budgetUsd: budget }),
  };
}

/** The commands that start a loop. */
export const STARTS: readonly string[] = ['loop:start', 'loop:issue', 'loop:grind'];
