import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CliError, errorCode, usageError } from '../program/cli-error.ts';
import { readAll } from '../program/read-input.ts';
import type { Context } from '../program/context.ts';
import { authorOf } from '../session/author.ts';
import { findPlace } from '../session/place.ts';

/** Where a spec can come from. */
export interface SpecSource {
  readonly words: readonly string[];
  readonly specFile: string | undefined;
  /** The user named the file, so it may lie anywhere. Left out: found out where there is a file. */
  readonly isUsers?: boolean;
}

/**
 * Reads a spec word for word from the words, a file, or standard input; undefined when none of them was given.
 * Throws `CliError` for bytes that are no text, and for two sources at once.
 */
export function readSpec(
  context: Context,
  { words, specFile, isUsers = false }: SpecSource,
): string | undefined {
  const [first] = words;
  if (specFile !== undefined) {
    if (first !== undefined)
      throw badSpec(`The spec is either in --spec-file or in words, not in both: "${first}".`);
    const path = resolve(context.cwd, specFile);
    if (!isUsers) requireInside(context, path);
    return readSpecText(path);
  }
  if (first === undefined) return undefined;
  return asText(first === '-' && words.length === 1 ? context.readInput() : words.join(' '));
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

/** Reads a file that the user named. */
export function readSpecText(path: string): string {
  return asText(readSpecFile(path), `The spec file ${path}`);
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
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError({
      exit: 'usage',
      message: `The spec file ${path} could not be read: ${errorCode(cause)}.`,
      cause,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function asText(spec: Uint8Array | string, name = 'The spec'): string {
  let text: string;
  try {
    text = typeof spec === 'string' ? spec : new TextDecoder('utf-8', { fatal: true }).decode(spec);
  } catch {
    throw badSpec(`${name} is no UTF-8 text.`);
  }
  if (text.includes('\0')) throw badSpec(`${name} holds a NUL character.`);
  return text;
}

function badSpec(message: string): CliError {
  return usageError(message, ['help', 'start']);
}
