import { join } from 'node:path';
import { isOver, type Run } from '@loopwright/core';
import { readJson } from '../disk/read-json.ts';
import { shortDigest } from '../disk/digest.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { MARKS_FILE } from '../presence.ts';

/** The last text that we wrote to a view that others may edit. */
export interface ViewMark {
  /** The digest of the whole text; of an older version, one of 16 characters that can't be compared. */
  readonly digest: string;
  /** The digests of the texts before it, the latest first. A writer that was killed left one of them in place. */
  readonly earlier?: readonly string[];
  /** The digest of the loop's spec or task. */
  readonly subject: string;
  readonly runId: string;
  /** The run was over, so a new text is a new loop. */
  readonly isOver: boolean;
}

const MAX_MARKS_BYTES = 16 * 1024;
/** So many writers in a row may be killed between their mark and their view. */
const MAX_EARLIER = 4;

/**
 * Reads the marks of the views in `.loop/`. A mark is written before its view, so that our view never counts as
 * hand-written. Without marks, every text may be hand-written.
 */
export function readMarks(folder: string): Readonly<Record<string, ViewMark>> {
  const value = readJson(join(folder, MARKS_FILE), MAX_MARKS_BYTES);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, mark]) => {
      const parsed = parseMark(mark);
      return parsed === undefined ? [] : [[name, parsed]];
    }),
  );
}

function parseMark(value: unknown): ViewMark | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { digest, earlier, subject, runId, isOver } = value as Partial<Record<keyof ViewMark, unknown>>;
  if (typeof digest !== 'string' || typeof subject !== 'string' || typeof runId !== 'string')
    return undefined;
  const isText = (one: unknown): one is string => typeof one === 'string';
  const before = Array.isArray(earlier) ? earlier.filter(isText) : [];
  return { digest, ...(before.length > 0 && { earlier: before }), subject, runId, isOver: isOver === true };
}

/** True for a text that we wrote to the view of this mark. */
export function isMarked(mark: ViewMark | undefined, text: string): boolean {
  if (mark === undefined) return false;
  // What an older version left of a run that is over is ours if it says that it is over.
  if (isOldMark(mark)) return mark.isOver && /"(?:status": "(?!in_progress)|stage": "complete)/.test(text);
  const digest = shortDigest(text);
  return mark.digest === digest || mark.earlier?.includes(digest) === true;
}

/** True for a mark of version 0.1.0. */
export function isOldMark({ digest }: Pick<ViewMark, 'digest'>): boolean {
  return digest.length === 16;
}

/** A text of a view, and the spec or the task that it is about. */
export interface MarkedText {
  readonly text: string;
  readonly subject: string;
}

/** Sets the mark of one view; returns false when it could not be written. The caller must not write the view then. */
export function writeMark(folder: string, name: string, run: Run, { text, subject }: MarkedText): boolean {
  const marks = readMarks(folder);
  const before = marks[name];
  const mark = {
    digest: shortDigest(text),
    subject: shortDigest(subject),
    runId: run.id,
    isOver: isOver(run),
  };
  const { digest, runId } = mark;
  if (before?.digest === digest && before.runId === runId && before.isOver === mark.isOver) return true;
  const known = before ? [before.digest, ...(before.earlier ?? [])] : [];
  const earlier = known.filter((one) => one !== digest).slice(0, MAX_EARLIER);
  return tryReplace(join(folder, MARKS_FILE), JSON.stringify({ ...marks, [name]: { ...mark, earlier } }));
}
