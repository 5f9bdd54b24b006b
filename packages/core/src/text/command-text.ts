import type { Check, CommandCheck } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';

/** Writes the command of a check on one line. The parts of an argument vector stay distinguishable. */
export function commandText(command: CommandCheck['command'] | readonly string[]): string {
  const text =
    typeof command === 'string'
      ? command
      : command.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))).join(' ');
  return sanitizeLine(text, 300);
}

/** Writes a check on one line: its command, or the statement for its judge. */
export function checkText(check: Check): string {
  return 'judge' in check ? sanitizeLine(`judge: ${check.judge}`, 300) : commandText(check.command);
}
