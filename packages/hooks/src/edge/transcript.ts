import { lastAssistantText, parseEntries } from '@loopwright/transcript';
import { readTail } from '@loopwright/transcript/node';

export { readToolFacts } from '../tool-facts.ts';

/** The last thing that Claude said, as far as the transcript has it: it lags, so nothing found proves nothing. */
export function readLastMessage(transcriptPath: string): string | undefined {
  const tail = readTail(transcriptPath);
  return tail && lastAssistantText(parseEntries(tail.lines));
}
