import { lastAssistantText, parseEntries } from '@loopwright/transcript';
import { readTail } from '@loopwright/transcript/node';
import { type ApiError, lastApiError } from '../api-error.ts';

/** The last thing that Claude said, as far as the transcript has it: it lags, so nothing found proves nothing. */
export function readLastMessage(transcriptPath: string, sessionId: string): string | undefined {
  const tail = readTail(transcriptPath);
  return tail && lastAssistantText(parseEntries(tail.lines), { sessionId });
}

/** The API error with which the conversation ended, as far as the transcript has it. */
export function readApiError(transcriptPath: string): ApiError | undefined {
  const tail = readTail(transcriptPath);
  return tail && lastApiError(tail.lines);
}
