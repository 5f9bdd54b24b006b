import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CliError, errorCode } from '../program/cli-error.ts';
import { readAll } from '../program/read-input.ts';
import type { Context } from '../program/context.ts';
import { authorOf } from '../session/author.ts';
import { findPlace } from '../session/place.ts';

/** Where a spec can come from. */
export interface SpecSource {
  readonly words: readonly string[];
  readonly specFile: string | undefined;
  /** The user typed the name of the file, so it may lie anywhere. */
  readonly isTyped?: boolean;
}

/**
 * Reads a spec word for word from the words, a file, or standard input; undefined when none of them was given.
 * Throws `CliError` for bytes that are no text, and for two sources at once.
 */
export function readSpec(
  context: Context,
  { words, specFile, isTyped = false }: SpecSource,
): string | undefined {
  if (specFile !== undefined) {
    if (words.length > 0)
      throw badSpec(`The spec is either in --spec-file or in words, not in both: "${words[0]}".`);
    const path = resolve(context.cwd, specFile);
    if (!isTyped) requireInside(context, path);
    return decode(readSpecFile(path));
  }
  if (words.length === 1 && words[0] === '-') return decode(context.readInput());
  return words.length === 0 ? undefined : checked(words.join(' '));
}

/** Claude runs most verbs without a prompt, so they show it no file outside of the project. */
function requireInside(context: Context, path: string): void {
  // A project that Claude names is no bound.
  const { project: _project, ...flags } = context.flags;
  const { root = context.cwd, sessionId } = findPlace({ ...context, flags });
  if (authorOf(context.env, { root, sessionId }) !== 'claude') return;
  const from = relative(realPath(root), realPath(path));
  if (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from)) return;
  throw badSpec(`The spec file ${path} lies outside of the project. Hand it over on standard input: -`);
}

/** The path without links; as it is where nothing lies. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function readSpecFile(path: string): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    // A pipe is how a shell hands over `<(command)`. A device such as /dev/zero has no end.
    if (!stat.isFile() && !stat.isFIFO())
      throw badSpec(`The spec file ${path} is neither a file nor a pipe.`);
    return readAll(file, `The spec file ${path}`);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError({
      exit: 'usage',
      message: `The spec file ${path} could not be read: ${errorCode(error)}.`,
      cause: error,
    });
  } finally {
    if (file !== undefined) closeSync(file);
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
