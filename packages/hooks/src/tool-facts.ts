import { errorSignature } from '@loopwright/transcript/quick';
import type { ToolCall } from './hook-input.ts';
import type { ToolFacts } from './ports.ts';

/** Tools that change a file, and the field of their input that names it. */
const EDITED: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
  Write: 'file_path',
};

/** How the client words an error in what a tool gives back. */
const ERROR = /^(?:<tool_use_error>|Exit code [1-9]|Error: )/;

/** How the client words that nobody allowed a call. */
const DENIED =
  /needs approval|requested permissions? to |haven't granted it yet|has been denied|Permission to use .{1,80} (?:was|has been)|The user doesn't want to (?:proceed|take this action)/;

/** Longest stretch of an answer that is looked at. */
const MAX_LOOKED_AT = 4096;

/** Sums a batch up: what was edited, what went wrong, what was refused. */
export function readToolFacts(calls: readonly ToolCall[]): ToolFacts {
  const edits: string[] = [];
  const errors: string[] = [];
  let denials = 0;
  for (const { name, input, response } of calls) {
    const text = typeof response === 'string' ? response.slice(0, MAX_LOOKED_AT) : '';
    if (DENIED.test(text.slice(0, 500))) {
      denials += 1;
      continue;
    }
    if (ERROR.test(text)) {
      errors.push(errorSignature(name, text));
      continue;
    }
    const path = Object.hasOwn(EDITED, name) ? input[EDITED[name] ?? ''] : undefined;
    if (typeof path === 'string') edits.push(path.slice(0, 500));
  }
  return { edits, errors: errors.slice(-8), denials };
}
