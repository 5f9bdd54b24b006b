import { parseEntry } from '@loopwright/transcript';

/** An API error that ended a turn, as the client wrote it down. */
export interface ApiError {
  readonly at: number;
  /** The client's name for it, e.g. `rate_limit`. */
  readonly name: string;
  /** What it told the user. */
  readonly text: string;
}

/** The API error with which the main conversation ended, if it ended with one. */
export function lastApiError(lines: readonly string[]): ApiError | undefined {
  for (const line of lines.toReversed()) {
    const entry = parseEntry(line);
    if (entry?.type !== 'assistant' || entry.chain === 'side') continue;
    if (!entry.isApiError) return undefined;
    return { at: Date.parse(entry.timestamp ?? ''), name: nameIn(line), text: entry.texts.join(' ') };
  }
  return undefined;
}

function nameIn(line: string): string {
  // It was parsed as an object a moment ago.
  const { error } = JSON.parse(line) as { readonly error?: unknown };
  return typeof error === 'string' ? error : '';
}
