import { escapeJson } from '@loopwright/core';
import { plain } from '../terminal/paint.ts';
import type { Page } from '../terminal/page.ts';
import { plainText, printable } from '../terminal/printable.ts';
import type { Answer } from './answer.ts';
import type { CliError } from './cli-error.ts';
import { nextFields, nextLine } from './next-line.ts';

/** Writes an answer for people and for Claude; the last line is the next command. */
export function answerText(answer: Answer, page: Page, commandName: string): string {
  const lines = answer.text(page);
  const line = answer.next ? nextLine(answer.next, commandName) : '';
  const next = line === '' ? [] : [...(lines.length > 0 ? [''] : []), line];
  return ending([...lines, ...next].join('\n'));
}

/** Writes an answer for programs. An answer that isn't a success has the same `error` as one that is only an error. */
export function answerJson(answer: Answer, commandName: string): string {
  const { exit, text, next } = answer;
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
