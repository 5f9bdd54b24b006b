import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../program/cli-error.ts';
import { errorCode } from '../program/error-code.ts';
import type { Context } from '../program/context.ts';

/** Where a spec can come from. */
export interface SpecSource {
  readonly words: readonly string[];
  readonly specFile: string | undefined;
}

/**
 * Reads a spec word for word from the words, a file, or standard input; undefined when none of them was given.
 * Throws `CliError` for bytes that are no text, and for two sources at once.
 */
export function readSpec(context: Context, { words, specFile }: SpecSource): string | undefined {
  if (specFile !== undefined) {
    if (words.length > 0)
      throw badSpec(`The spec is either in --spec-file or in words, not in both: "${words[0]}".`);
    return decode(readSpecFile(resolve(context.cwd, specFile)));
  }
  if (words.length === 1 && words[0] === '-') return decode(context.readInput());
  return words.length === 0 ? undefined : checked(words.join(' '));
}

function readSpecFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError({
      exit: 'usage',
      message: `The spec file ${path} could not be read: ${errorCode(error)}.`,
      cause: error,
    });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return checked(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw badSpec('The spec is no UTF-8 text.');
  }
}

function checked(text: string): string {
  if (text.includes('\0')) throw badSpec('The spec holds a NUL character.');
  return text;
}

function badSpec(message: string): CliError {
  return new CliError({ exit: 'usage', message, next: { words: ['help', 'start'] } });
}
