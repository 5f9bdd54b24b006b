import { escapeJson, type Next, sanitizeLine } from '@loopwright/core';
import { type Page, plain } from '../terminal/page.ts';
import { plainText, printable } from '../terminal/printable.ts';
import type { CliError } from './cli-error.ts';
import { PROMPT_COMMAND, shellQuote } from './command-name.ts';
import type { Answer } from './context.ts';

/** Writes an answer for people and for Claude; the last line is the next command. */
export function answerText(answer: Answer, page: Page, commandName: string): string {
  const lines = answer.text(page);
  const line = answer.next ? nextLine(answer.next, commandName) : '';
  const next = line === '' ? [] : [...(lines.length > 0 ? [''] : []), line];
  return ending([...lines, ...next].join('\n'));
}

/** Writes an answer for programs. An answer that isn't a success has the same `error` as one that is only an error. */
export function answerJson(answer: Answer, commandName: string): string {
  const { exit = 'ok', text, next } = answer;
  const [message = ''] = exit === 'ok' ? [] : text({ width: Number.MAX_SAFE_INTEGER, paint: plain });
  return json({
    ...answer.json,
    ...(exit !== 'ok' && { error: { code: exit, message: plainText(message), details: [] } }),
    ...nextFields(next, commandName),
  });
}

/** Writes why something can't be done. */
export function errorText(error: CliError, page: Page, commandName: string): string {
  return ending(
    [
      `${page.paint('red', 'loop:')} ${plainText(error.message)}`,
      ...error.details.map((line) => `  ${plainText(line)}`),
      ...(error.next ? ['', nextLine(error.next, commandName)] : []),
    ].join('\n'),
  );
}

/** Writes why something can't be done, for programs. */
export function errorJson(error: CliError, commandName: string): string {
  const { exit, message, details, next } = error;
  return json({ error: { code: exit, message, details }, ...nextFields(next, commandName) });
}

function ending(text: string): string {
  return text === '' ? '' : `${printable(text)}\n`;
}

function json(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

/** The verbs that users can type in the client's prompt. All others are for Claude. */
const IN_PROMPT = new Set(['start', 'continue', 'status', 'explain', 'report', 'pause', 'cancel', 'approve']);

/** Writes the command that comes next as it can be typed here. */
export function nextCommand(next: Next, commandName: string): string | undefined {
  if ('words' in next && commandName === PROMPT_COMMAND)
    return IN_PROMPT.has(next.words[0] ?? '') ? `${commandName}${next.words.join(' ')}` : undefined;
  if (!('words' in next)) return undefined;
  const words = next.words.map((word) => shellQuote(sanitizeLine(word, 2000)));
  if (commandName !== FLEET_COMMAND) return [commandName, ...words].join(' ');
  return (words[0] === 'fleet' ? [FLEET_COMMAND, ...words.slice(1)] : ['loop', ...words]).join(' ');
}

/** The fleet's own command takes what stands after `loop fleet`. */
const FLEET_COMMAND = 'loop-fleet';

/** Writes the last line of an answer. The condition follows the command as a shell comment. */
export function nextLine(next: Next, commandName: string): string {
  const command = nextCommand(next, commandName);
  if (command === undefined) return 'advice' in next ? `Next: ${next.advice}` : '';
  const when = 'when' in next ? next.when : undefined;
  return when === undefined ? `Next: ${command}` : `Next: ${command}  # ${when}`;
}

/** Returns the next command as fields of a JSON answer: a whole command or null, and the condition for it. */
export function nextFields(
  next: Next | undefined,
  commandName: string,
): { readonly next: string | null; readonly nextWhen?: string } {
  if (next === undefined) return { next: null };
  if ('advice' in next) return { next: null, nextWhen: next.advice };
  return {
    next: nextCommand(next, commandName) ?? null,
    ...(next.when !== undefined && { nextWhen: next.when }),
  };
}
