import type { ToolCall } from './hook-input.ts';
import type { AnsweredCall } from './tool-facts.ts';

/** The client's words for an error in a tool's result. */
const ERROR = /^(?:<tool_use_error>|Exit code [1-9]|Error: )/;

/** The client's words for a refused call. */
const DENIED =
  /needs approval|requested permissions? to |haven't granted it yet|has been denied|The user doesn't want to (?:proceed|take this action)/;

/** A refusal stands at the start of a result. Further down, the words come from a file or a test. */
const MAX_REFUSAL = 300;

/**
 * Reads which calls of a batch failed. `failures` has the client's own `is_error` by the id of the call, as far as the
 * transcript shows it; the event itself brings the texts alone, so for other calls their first words decide.
 */
export function answeredCalls(
  calls: readonly ToolCall[],
  failures: ReadonlyMap<string, boolean>,
): readonly AnsweredCall[] {
  return calls.map(({ id = '', name, input, response }) => {
    const text = typeof response === 'string' ? response : '';
    const hasFailed = failures.get(id);
    return {
      name,
      input,
      text,
      isError: hasFailed ?? ERROR.test(text),
      isDenied: hasFailed !== false && DENIED.test(text.slice(0, MAX_REFUSAL)),
    };
  });
}
