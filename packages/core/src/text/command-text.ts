import { sanitizeLine } from './sanitize.ts';

/** Writes the command of a check on one line. The parts of an argument vector stay distinguishable. */
export function commandText(command: string | readonly string[]): string {
  const text =
    typeof command === 'string'
      ? command
      : command.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
  return sanitizeLine(text, 300);
}
