import type { Page } from '../terminal/page.ts';
import type { Answer } from './answer.ts';
import type { CliError } from './cli-error.ts';
import { nextFields, nextLine } from './next-line.ts';

/** Writes an answer for people and for Claude; the last line is the next command. */
export function answerText(answer: Answer, page: Page, commandName: string): string {
  const lines = answer.text(page);
  const next = answer.next ? [...(lines.length > 0 ? [''] : []), nextLine(answer.next, commandName)] : [];
  return ending([...lines, ...next].join('\n'));
}

/** Writes an answer for programs. */
export function answerJson(answer: Answer, commandName: string): string {
  return `${JSON.stringify({ ...answer.json, ...nextFields(answer.next, commandName) }, null, 2)}\n`;
}

/** Writes why something can't be done. */
export function errorText(error: CliError, page: Page, commandName: string): string {
  return ending(
    [
      `${page.paint('red', 'loop:')} ${error.message}`,
      ...error.details.map((line) => `  ${line}`),
      ...(error.next ? ['', nextLine(error.next, commandName)] : []),
    ].join('\n'),
  );
}

/** Writes why something can't be done, for programs. */
export function errorJson(error: CliError, commandName: string): string {
  const { exit, message, details, next } = error;
  return `${JSON.stringify({ error: { code: exit, message, details }, ...nextFields(next, commandName) }, null, 2)}\n`;
}

function ending(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
