import type { Entry, ToolResult } from '../entries/entry.ts';

/** A tool call with its result. */
export interface ToolCall {
  readonly name: string;
  /** As Claude wrote it, not validated. */
  readonly input: unknown;
  /** The error text of a failed tool; undefined if it succeeded or hasn't answered yet. */
  readonly error?: string | undefined;
}

/** The tool calls among entries, each with its answer where that is among them too. */
export function toolCallsOf(entries: readonly Entry[]): readonly ToolCall[] {
  const results = new Map<string | undefined, ToolResult>();
  for (const entry of entries) {
    if (entry.type !== 'user') continue;
    for (const result of entry.toolResults) {
      if (result.toolUseId !== undefined) results.set(result.toolUseId, result);
    }
  }
  return entries.flatMap((entry) => {
    if (entry.type !== 'assistant') return [];
    return entry.toolUses.map(({ id, name, input }) => {
      const result = results.get(id);
      return { name, input, error: result?.isError === true ? result.text : undefined };
    });
  });
}
