import { maskSecrets } from '@loopwright/core';
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

/** Sums up a batch: edits, errors, refusals, and whether the call that failed last (by its digest) passed. */
export function readToolFacts(
  calls: readonly ToolCall[],
  failedBefore: string | undefined,
  digest: (text: string) => string,
): ToolFacts {
  const answered = calls.map(({ name, input, response }) => {
    const text = typeof response === 'string' ? response : '';
    return {
      name,
      input,
      text,
      isDenied: DENIED.test(text.slice(0, MAX_REFUSAL)),
      isError: ERROR.test(text),
    };
  });
  const allowed = answered.filter(({ isDenied }) => !isDenied);
  const facts = summarizeToolCalls(
    allowed.map(({ name, input, text, isError }) => ({ name, input, ...(isError && { error: text }) })),
  );
  const digestOf = ({ name, input }: Called): string => digest(`${name} ${JSON.stringify(input)}`);
  const denied = answered.findLast(({ isDenied }) => isDenied);
  const failed = allowed.findLast(({ isError }) => isError);
  return {
    edits: [...facts.filesEdited].flatMap(([path, count]) => Array.from({ length: count }, () => path)),
    errors: facts.errors.map(({ signature }) => signature),
    denials: calls.length - allowed.length,
    ...(denied && { denied: callText(denied) }),
    ...(failed && { failedCall: digestOf(failed) }),
    hasPassed:
      failedBefore !== undefined && allowed.some((one) => !one.isError && digestOf(one) === failedBefore),
  };
}

type Called = Pick<ToolCall, 'name' | 'input'>;

/** A call in a few words: `Bash: npm publish`. */
function callText({ name, input }: Called): string {
  const subject = input['command'] ?? input['file_path'] ?? input['url'];
  return maskSecrets(typeof subject === 'string' ? `${name}: ${subject}` : name).slice(0, 200);
}
