import { type Entry, lastAssistantText, parseEntries } from '@loopwright/transcript';
import { readTail } from '@loopwright/transcript/node';
import { type ApiError, lastApiError } from '../api-error.ts';

/** What is read first: the end of most turns, and a sixteenth of what is read if it isn't there. */
const NEAR_BYTES = 16 * 1024;

/** The last thing that Claude said, as far as the transcript has it: it lags, so nothing found proves nothing. */
export function readLastMessage(transcriptPath: string, sessionId: string): string | undefined {
  const near = readTail(transcriptPath, { maxBytes: NEAR_BYTES });
  if (!near) return undefined;
  const entries = parseEntries(near.lines);
  const text = lastAssistantText(entries, { sessionId });
  // A message is several lines; behind another message, or in all of the file, it is there from its first one on.
  const isWhole = near.start === 0 || messageIds(entries, sessionId).size > 1;
  if (text !== undefined && isWhole) return text;
  const far = readTail(transcriptPath);
  return far && lastAssistantText(parseEntries(far.lines), { sessionId });
}

function messageIds(entries: readonly Entry[], sessionId: string): ReadonlySet<string | undefined> {
  const said = entries
    .filter((entry) => entry.type === 'assistant')
    .filter((entry) => entry.chain !== 'side' && (entry.sessionId ?? sessionId) === sessionId);
  return new Set(said.map(({ messageId }) => messageId));
}

/** The API error with which the conversation ended, as far as the transcript has it. */
export function readApiError(transcriptPath: string): ApiError | undefined {
  const tail = readTail(transcriptPath);
  return tail && lastApiError(tail.lines);
}
