import type { SessionWords, TypedCommand } from '@loopwright/core/contract';

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
