import type { AssistantEntry, Entry, UserEntry } from './entry.ts';

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
