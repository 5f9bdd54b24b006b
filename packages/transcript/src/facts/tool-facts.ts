import type { Entry } from '../entries/entry.ts';
import { asObject, stringField } from '../json/untrusted.ts';
import { errorSignature } from './error-signature.ts';

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
  const results = entries.flatMap((entry) => (entry.type === 'user' ? entry.toolResults : []));
  const failed = results.filter(({ isError, toolUseId }) => isError && toolUseId !== undefined);
  const errors = new Map(failed.map(({ toolUseId, text }) => [toolUseId, text]));
  return entries
    .flatMap((entry) => (entry.type === 'assistant' ? entry.toolUses : []))
    .map(({ id, name, input }) => ({ name, input, error: errors.get(id) }));
}

/** The facts about tool calls that a circuit breaker needs. */
export interface ToolFacts {
  /** How often each file was edited; failed edits don't count. */
  readonly filesEdited: ReadonlyMap<string, number>;
  /** The errors in order, each as a text that is the same for the same error. */
  readonly errors: readonly ToolError[];
}

/** A failed tool call. */
export interface ToolError {
  readonly tool: string;
  /** Left out where the error has no words: `Exit code 1` alone is the same for every command. */
  readonly signature?: string;
}

/** The tools that edit a file, with the field of their input that names it. */
const EDITED_FILE: ReadonlyMap<string, string> = new Map([
  ['Edit', 'file_path'],
  ['MultiEdit', 'file_path'],
  ['Write', 'file_path'],
  ['NotebookEdit', 'notebook_path'],
]);

/** Counts edits and errors among tool calls. */
export function summarizeToolCalls(calls: readonly ToolCall[]): ToolFacts {
  const filesEdited = new Map<string, number>();
  const errors: ToolError[] = [];
  for (const { name: tool, input, error } of calls) {
    const field = EDITED_FILE.get(tool);
    const file = field && stringField(asObject(input), field);
    if (error !== undefined) {
      const hasWords = !/^\s*(?:Exit code \d+)?\s*$/.test(error);
      errors.push({ tool, ...(hasWords && { signature: `${tool}: ${errorSignature(error)}` }) });
    } else if (file !== undefined) filesEdited.set(file, (filesEdited.get(file) ?? 0) + 1);
  }
  return { filesEdited, errors };
}
