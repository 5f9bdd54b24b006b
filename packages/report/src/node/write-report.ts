import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isReport } from '../text/mark.ts';

/** The outcome of writing a report. */
export type Written =
  | { readonly status: 'written' }
  /** Another file has this name: `force` replaces it. */
  | { readonly status: 'not-a-report' }
  /** A link, a folder, a device, a pipe or a socket has this name; nothing replaces it. */
  | { readonly status: 'not-a-file' }
  | { readonly status: 'failed'; readonly code: string };

/**
 * Writes a report to a new file, or in place of an earlier one. It never writes through a link and replaces no
 * other file, unless `force` says so for a regular file. The file appears whole or not at all, for its owner alone.
 */
export function writeReport(
  path: string,
  text: string,
  options: { readonly force?: boolean | undefined } = {},
): Written {
  try {
    switch (kindOf(path)) {
      case 'nothing':
        return create(path, text);
      case 'other':
        return { status: 'not-a-file' };
      case 'file':
        if (!options.force) return { status: 'not-a-report' };
        return replace(path, text);
      case 'report':
        return replace(path, text);
    }
  } catch (error) {
    return { status: 'failed', code: codeOf(error) };
  }
}

type Kind = 'nothing' | 'report' | 'file' | 'other';

function kindOf(path: string): Kind {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'nothing';
  if (!found.isFile()) return 'other';
  // Neither a link nor a pipe that takes the place of the file now is opened or waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return 'other';
    const beginning = Buffer.alloc(256);
    const length = readSync(file, beginning, 0, beginning.length, 0);
    return isReport(beginning.toString('utf8', 0, length)) ? 'report' : 'file';
  } finally {
    closeSync(file);
  }
}

/** `wx` follows no link and opens no existing file, so a file that takes the name meanwhile stays as it is. */
function create(path: string, text: string): Written {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return { status: 'not-a-report' };
    throw error;
  }
  try {
    writeFileSync(file, text, { flush: true });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return { status: 'written' };
}

function replace(path: string, text: string): Written {
  const temp = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(temp, text, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(temp, path);
    return { status: 'written' };
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
