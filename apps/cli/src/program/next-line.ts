import { type Next, sanitizeLine } from '@loopwright/core';
import { PROMPT_COMMAND } from './command-name.ts';
import { shellQuote } from './shell-quote.ts';

/** The verbs that users can type in the client's prompt. All others are for Claude. */
const IN_PROMPT = new Set(['start', 'continue', 'status', 'explain', 'report', 'pause', 'cancel', 'approve']);

/** The next command for programs: a whole command or null, and the condition for it. */
export interface NextFields {
  readonly next: string | null;
  readonly nextWhen?: string;
}

/** Writes the command that comes next as it can be typed here. */
export function nextCommand(next: Next, commandName: string): string | undefined {
  if ('words' in next && commandName === PROMPT_COMMAND)
    return IN_PROMPT.has(next.words[0] ?? '') ? `${commandName}${next.words.join(' ')}` : undefined;
  return 'words' in next
    ? [commandName, ...next.words.map((word) => shellQuote(sanitizeLine(word, 2000)))].join(' ')
    : undefined;
}

/** Writes the last line of an answer. The condition follows the command as a shell comment. */
export function nextLine(next: Next, commandName: string): string {
  const command = nextCommand(next, commandName);
  if (command === undefined) return 'advice' in next ? `Next: ${next.advice}` : '';
  const when = 'when' in next ? next.when : undefined;
  return when === undefined ? `Next: ${command}` : `Next: ${command}  # ${when}`;
}

/** Returns the next command as fields of a JSON answer. */
export function nextFields(next: Next | undefined, commandName: string): NextFields {
  if (next === undefined) return { next: null };
  if ('advice' in next) return { next: null, nextWhen: next.advice };
  return {
    next: nextCommand(next, commandName) ?? null,
    ...(next.when !== undefined && { nextWhen: next.when }),
  };
}
