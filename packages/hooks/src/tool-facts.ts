import { type CommandOf, commandText, type Frame, maskSecrets } from '@loopwright/core';
import { summarizeToolCalls } from '@loopwright/transcript';
import { digest } from './digest.ts';
import type { ToolCall } from './hook-input.ts';
import { isProvingCommand } from './is-proving-command.ts';
import { isScratch } from './is-scratch.ts';

/** The facts about a batch of tool calls, as they are recorded. */
export type ToolFacts = Pick<
  CommandOf<'observe'>,
  'tools' | 'edits' | 'scratch' | 'errors' | 'hasFailed' | 'denials' | 'denied' | 'failedCall' | 'hasPassed'
>;

/** A tool call with its answer. */
export interface AnsweredCall {
  readonly name: string;
  readonly input: unknown;
  readonly text: string;
  readonly isError: boolean;
  /** The user or the client's rules refused it. */
  readonly isDenied: boolean;
}

/** Further input for the facts. */
export interface ToolContext {
  /** A digest of the call that failed last. */
  readonly failedBefore: string | undefined;
  /** The commands that prove the criteria. */
  readonly checks: readonly string[];
  readonly root: string;
}

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

/** The tools that run a command. */
const SHELLS = new Set(['Bash', 'PowerShell']);

/** The commands that prove a frame's criteria. */
export function checkCommands(frame: Frame | undefined): string[] {
  return (frame?.criteria ?? []).flatMap(({ check }) =>
    check && 'command' in check ? commandText(check.command) : [],
  );
}

/** Sums up a batch: edits, errors, refusals, and whether a call passed that ends a row of errors. */
export function toolFacts(
  calls: readonly AnsweredCall[],
  { failedBefore, checks, root }: ToolContext,
): ToolFacts {
  const allowed = calls.filter(({ isDenied }) => !isDenied);
  const { filesEdited, errors } = summarizeToolCalls(
    allowed.map(({ name, input, text, isError }) => ({ name, input, ...(isError && { error: text }) })),
  );
  const scratch = [...filesEdited.keys()].filter((path) => isScratch(path, root));
  const digestOf = ({ name, input }: AnsweredCall): string => digest(`${name} ${JSON.stringify(input)}`);
  const isProof = (call: AnsweredCall): boolean =>
    (SHELLS.has(call.name) && isProvingCommand(textOf(call.input, 'command'), checks)) ||
    (failedBefore !== undefined && digestOf(call) === failedBefore);
  const denied = calls.findLast(({ isDenied }) => isDenied);
  const failed = allowed.findLast(({ isError }) => isError);
  return {
    tools: allowed.length,
    edits: [...filesEdited].flatMap(([path, count]) => Array.from({ length: count }, () => path)),
    ...(scratch.length > 0 && { scratch }),
    errors: errors.flatMap(({ signature }) => signature ?? []),
    ...(allowed.some(({ name, isError }) => isError && SHELLS.has(name)) && { hasFailed: true }),
    denials: calls.length - allowed.length,
    ...(denied && { denied: callText(denied) }),
    ...(failed && { failedCall: digestOf(failed) }),
    ...(allowed.some((call) => !call.isError && isProof(call)) && { hasPassed: true }),
  };
}

/** A call in a few words: `Bash: npm publish`. */
function callText({ name, input }: AnsweredCall): string {
  const subject = ['command', 'file_path', 'url'].map((key) => textOf(input, key)).find(Boolean);
  return maskSecrets(subject ? `${name}: ${subject}` : name).slice(0, 200);
}

function textOf(input: unknown, key: string): string {
  const value = typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[key] : '';
  return typeof value === 'string' ? value : '';
}
