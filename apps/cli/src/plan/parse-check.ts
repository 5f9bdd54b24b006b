import type { Check } from '@loopwright/core';

/** A command as it was typed: a JSON array of texts is an argument vector, everything else shell text. */
export function parseCommand(typed: string): Check['command'] {
  const text = typed.trim();
  if (!text.startsWith('[')) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return isVector(parsed) ? parsed : text;
  } catch {
    // `[ -f done ]` is shell text too.
    return text;
  }
}

/** A criterion with its command, as in `tests=npm test`; without a name the command is its name. */
export function parseNamedCheck(typed: string): {
  readonly name: string;
  readonly command: Check['command'];
} {
  const at = typed.indexOf('=');
  const name = at < 0 ? typed.trim() : typed.slice(0, at).trim();
  return { name, command: parseCommand(at < 0 ? typed : typed.slice(at + 1)) };
}

function isVector(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value[0] !== '' &&
    value.every((one) => typeof one === 'string' && !one.includes('\0'))
  );
}
