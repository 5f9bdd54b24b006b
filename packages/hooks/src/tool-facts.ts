import { summarizeToolCalls } from '@loopwright/transcript';
import type { ToolCall } from './hook-input.ts';
import type { ToolFacts } from './ports.ts';

/** The client's words for an error in a tool's result. */
const ERROR = /^(?:<tool_use_error>|Exit code [1-9]|Error: )/;

/** The client's words for a refused call. */
const DENIED =
  /needs approval|requested permissions? to |haven't granted it yet|has been denied|The user doesn't want to (?:proceed|take this action)/;

/** A refusal stands at the start of a result. Further down, the words come from a file or a test. */
const MAX_REFUSAL = 300;

/** Sums up a batch: edits, errors, refusals. */
export function readToolFacts(calls: readonly ToolCall[]): ToolFacts {
  const answered = calls.map(({ name, input, response }) => ({
    name,
    input,
    text: typeof response === 'string' ? response : '',
  }));
  const allowed = answered.filter(({ text }) => !DENIED.test(text.slice(0, MAX_REFUSAL)));
  const facts = summarizeToolCalls(
    allowed.map(({ name, input, text }) => ({ name, input, ...(ERROR.test(text) && { error: text }) })),
  );
  return {
    edits: [...facts.filesEdited].flatMap(([path, count]) => Array.from({ length: count }, () => path)),
    errors: facts.errors.map(({ signature }) => signature),
    denials: calls.length - allowed.length,
  };
}
