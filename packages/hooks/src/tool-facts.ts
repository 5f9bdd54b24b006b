import { summarizeToolCalls } from '@loopwright/transcript';
import type { ToolCall } from './hook-input.ts';
import type { ToolFacts } from './ports.ts';

/** How the client words an error in what a tool gives back. */
const ERROR = /^(?:<tool_use_error>|Exit code [1-9]|Error: )/;

/** How the client words that nobody allowed a call. */
const DENIED =
  /needs approval|requested permissions? to |haven't granted it yet|has been denied|The user doesn't want to (?:proceed|take this action)/;

/** The refusal stands at the beginning of an answer; what a file or a test prints further down is none. */
const MAX_REFUSAL = 300;

/** Sums a batch up: what was edited, what went wrong, what was refused. */
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
