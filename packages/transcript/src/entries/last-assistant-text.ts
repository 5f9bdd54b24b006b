import type { AssistantEntry, Entry, UserEntry } from './entry.ts';

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

/** The model that the client names when it writes a message itself. */
const SYNTHETIC_MODEL = '<synthetic>';

/** Texts that the client writes as the user: they are events, not prompts. Blank ones are neither. */
const NO_PROMPT =
  /^\s*(?:$|<(?:task-notification|local-command-stdout|local-command-stderr|system-reminder)>)/;

/**
 * Whether a line is something that Claude itself said in the main conversation. A line that doesn't say which
 * conversation it is of is not taken for one.
 */
export function isMainAssistant(entry: Entry): entry is AssistantEntry {
  return (
    entry.type === 'assistant' &&
    entry.chain === 'main' &&
    !entry.isMeta &&
    !entry.isApiError &&
    entry.model !== SYNTHETIC_MODEL
  );
}

/** Whether a line is a prompt that a person gave: no tool result, no summary, no feedback of a hook. */
export function isHumanPrompt(entry: Entry): entry is UserEntry {
  return (
    entry.type === 'user' &&
    entry.chain !== 'side' &&
    !entry.isMeta &&
    !entry.isCompactSummary &&
    entry.texts.some((text) => !NO_PROMPT.test(text))
  );
}
