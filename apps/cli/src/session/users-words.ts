import type { SessionWords, TypedCommand } from '@loopwright/core/contract';
import { readSessionWords } from '@loopwright/hooks';
import type { RunAddress } from '@loopwright/store';
import type { Context } from '../program/context.ts';

/** The latest words that the user typed after one of these commands since a moment; undefined if none are known. */
export function wordsSince(
  { env }: Context,
  address: RunAddress,
  commands: readonly string[],
  since: number,
): TypedCommand | undefined {
  return latestWords(readSessionWords(address, env), commands, since);
}

/** The latest of a session's words after one of these commands since a moment. */
export function latestWords(
  { typed }: Pick<SessionWords, 'typed'>,
  commands: readonly string[],
  since: number,
): TypedCommand | undefined {
  return typed
    .filter(({ command, at }) => commands.includes(command) && at >= since)
    .toSorted((one, other) => other.at - one.at)[0];
}
