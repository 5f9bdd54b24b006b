import { meantText, suggest } from '@loopwright/core/flags';
import { CliError } from '../program/cli-error.ts';

/**
 * Finds a name by itself, its number, or a beginning that only it has. Throws `CliError` with a suggestion
 * for anything else.
 */
export function resolveName(names: readonly string[], typed: string): string {
  if (names.includes(typed)) return typed;
  const byNumber = /^[1-9]\d{0,5}$/.test(typed) ? names[Number(typed) - 1] : undefined;
  if (byNumber !== undefined) return byNumber;
  const begun = names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return only;
  const meant = suggest(typed, names);
  throw new CliError({
    message: `There is no criterion "${typed}"${meantText(meant && `"${meant}"`)}`,
    details: names.slice(0, 20).map((name, index) => `${index + 1}  ${name}`),
    next: { words: ['criterion'] },
  });
}

/** The same for several names. One name of several words may have come without quotes. */
export function resolveNames(names: readonly string[], words: readonly string[]): readonly string[] {
  const joined = words.join(' ');
  return names.includes(joined) ? [joined] : words.map((word) => resolveName(names, word));
}
