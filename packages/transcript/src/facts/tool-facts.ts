import { asObject, stringField } from '../json/untrusted.ts';
import { errorSignature } from './error-signature.ts';
import type { ToolCall } from './tool-call.ts';

/** The facts about tool calls that a circuit breaker needs. */
export interface ToolFacts {
  /** How many calls there were. */
  readonly calls: number;
  /** How often each tool was called. */
  readonly tools: ReadonlyMap<string, number>;
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

/** Counts tools, edits and errors among tool calls. */
export function summarizeToolCalls(calls: readonly ToolCall[]): ToolFacts {
  const tools = new Map<string, number>();
  const filesEdited = new Map<string, number>();
  const errors: ToolError[] = [];
  for (const call of calls) {
    countOne(tools, call.name);
    const field = EDITED_FILE.get(call.name);
    const file = field === undefined ? undefined : stringField(asObject(call.input), field);
    if (call.error !== undefined) {
      const hasWords = !/^\s*(?:Exit code \d+)?\s*$/.test(call.error);
      errors.push({
        tool: call.name,
        ...(hasWords && { signature: `${call.name}: ${errorSignature(call.error)}` }),
      });
    } else if (file !== undefined) {
      countOne(filesEdited, file);
    }
  }
  return { calls: calls.length, tools, filesEdited, errors };
}

function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
