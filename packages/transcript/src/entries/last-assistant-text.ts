import type { Entry } from './entry.ts';
import { isHumanPrompt, isMainAssistant } from './who-said-it.ts';

/** Which conversation is meant. */
export interface LastTextOptions {
  /** Lines that name another session are left out; a transcript may hold some after a fork. */
  readonly sessionId?: string;
}

/**
 * What Claude said last in the main conversation since the last prompt of a person, or undefined if nothing.
 *
 * A transcript lags behind the client, so undefined proves nothing: prefer the message that a hook is given.
 */
export function lastAssistantText(
  entries: readonly Entry[],
  { sessionId }: LastTextOptions = {},
): string | undefined {
  const own = entries.filter(
    (entry) => sessionId === undefined || (entry.sessionId ?? sessionId) === sessionId,
  );
  const since = own.slice(own.findLastIndex(isHumanPrompt) + 1);
  const said = since.filter(isMainAssistant).filter((entry) => entry.texts.length > 0);
  const last = said.at(-1);
  if (last === undefined) return undefined;
  // One message is written as several lines, a block each.
  const { messageId } = last;
  const parts = messageId === undefined ? [last] : said.filter((entry) => entry.messageId === messageId);
  return parts.flatMap((entry) => entry.texts).join('\n\n');
}
