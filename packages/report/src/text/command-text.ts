import { sanitizeLine, type Check } from '@loopwright/core';

/** A check's command on one line; an argument vector is shown so that its parts can be told apart. */
export function commandText(command: Check['command'] | undefined): string {
  if (command === undefined) return '';
  if (typeof command === 'string') return sanitizeLine(command, 300);
  return sanitizeLine(
    command.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))).join(' '),
    300,
  );
}
