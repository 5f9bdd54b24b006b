import { fsyncSync, lstatSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createExclusively, syncOrGoOn } from './disk/create-file.ts';
import { parseJson, readText } from './disk/decode-text.ts';
import { randomNonce } from './disk/digest.ts';
import { closeQuietly, openGuarded } from './disk/open-guarded.ts';
import { diskError, StoreError } from './errors.ts';
import { isFromRepository } from './run/from-repository.ts';
import { makeLoopFolder } from './run/make-loop-folder.ts';
import { isStartedHere, rememberStart } from './run/state-folder.ts';

/** A line of `learnings.jsonl`; its reader checks the fields. */
export type Learning = Readonly<Record<string, unknown>>;

const MAX_LEARNINGS_BYTES = 4 * 1024 * 1024;
const MAX_LINE_BYTES = 16 * 1024;

/** Stands for the learnings of a project among the starts that are remembered. */
const MARK = 'learnings';

/**
 * Adds a line to `.loop/learnings.jsonl` in one write. It starts with a newline, so that an unfinished line of a
 * killed writer costs only itself. Throws `StoreError` when the line can't be written whole, and for a file that came
 * with the repository, because its lessons are not read. A file that was not written here is put aside first.
 */
export function appendLearning(root: string, learning: Learning): void {
  const line = Buffer.from(`\n${JSON.stringify(learning)}\n`);
  if (line.length > MAX_LINE_BYTES)
    throw new StoreError('bad-argument', `A learning takes at most ${MAX_LINE_BYTES} bytes.`);
  makeLoopFolder(root);
  const path = learningsPath(root);
  if (isFromRepository(path))
    throw new StoreError(
      'unsafe-path',
      `${path} came with the repository. Take it out first: git rm --cached .loop/learnings.jsonl`,
    );
  const isForeign = !isStartedHere(root, MARK, path);
  // Deletes nothing: a file that an archive or a copy brought stays beside the new one.
  if (isForeign && lstatSync(path, { throwIfNoEntry: false })?.isFile())
    renameSync(path, `${path}.foreign-${randomNonce()}`);
  createExclusively(path, '');
  rememberStart(root, MARK);
  const file = openGuarded(path, { access: 'append', maxBytes: MAX_LEARNINGS_BYTES });
  if (typeof file === 'string')
    throw new StoreError('unsafe-path', `${path} can't be added to: it is ${file}.`);
  try {
    if (writeSync(file.fd, line) !== line.length) throw new Error('it came out short');
    syncOrGoOn(file.fd, fsyncSync);
  } catch (error) {
    throw diskError(`add to ${path}`, error);
  } finally {
    closeQuietly(file.fd);
  }
}

/**
 * Reads the learnings, oldest first, without lines that aren't JSON objects. A file that came with the repository
 * gives none, and neither does one of an archive: its author could instruct Claude with it. Never throws.
 */
export function readLearnings(root: string): readonly Learning[] {
  const path = learningsPath(root);
  const text = readText(path, MAX_LEARNINGS_BYTES);
  if (text === undefined || !isStartedHere(root, MARK, path) || isFromRepository(path)) return [];
  return text.split('\n').map(parseJson).filter(isLearning);
}

function isLearning(value: unknown): value is Learning {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function learningsPath(root: string): string {
  return join(root, '.loop', 'learnings.jsonl');
}
