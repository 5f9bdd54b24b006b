import type { CommandCheck } from '../model/run.ts';

/** A command as it was typed: a JSON array of texts is an argument vector, everything else shell text. */
export function parseCommand(typed: string): CommandCheck['command'] {
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

/** Splits `name=text`, as in `tests=npm test`; without a name the text is its name. */
export function splitNamed(typed: string): { readonly name: string; readonly text: string } {
  const at = typed.indexOf('=');
  const text = typed.slice(at + 1).trim();
  return { name: at < 0 ? text : typed.slice(0, at).trim(), text };
}

function isVector(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value[0] !== '' &&
    value.every((one) => typeof one === 'string' && !one.includes('\0'))
  );
}
