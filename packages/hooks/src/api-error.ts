import { parseEntry } from '@loopwright/transcript';

/** An API error that ended a turn, as the transcript records it. */
export interface ApiError {
  readonly at: number;
  /** The client's name for it, e.g. `rate_limit`. */
  readonly name: string;
  /** The client's message to the user. */
  readonly text: string;
}

/** Finds the API error at the end of the main conversation. */
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
  // `parseEntry` has parsed the line as an object.
  const { error } = JSON.parse(line) as { readonly error?: unknown };
  return typeof error === 'string' ? error : '';
}
