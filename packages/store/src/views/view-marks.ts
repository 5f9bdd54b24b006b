import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isOver, type Run } from '@loopwright/core';
import * as z from 'zod/mini';
import { readJson } from '../disk/decode-text.ts';
import { shortDigest } from '../disk/digest.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { MARKS_FILE } from '../presence.ts';

/** The last text that we wrote to a view that others may edit. */
const viewMark = /* @__PURE__ */ z.lazy(() =>
  z.object({
    /** The digest of the whole text; of an older version, one of 16 characters that can't be compared. */
    digest: z.string(),
    /** The digests of the texts before it, the latest first. A writer that was killed left one of them in place. */
    earlier: z._default(z.array(z.string()), []),
    /** The digest of the loop's spec or task. */
    subject: z.string(),
    runId: z.string(),
    /** The run was over, so a new text is a new loop. */
    isOver: z._default(z.boolean(), false),
  }),
);

export type ViewMark = Readonly<z.infer<typeof viewMark>>;

const viewMarks = /* @__PURE__ */ z.lazy(() => z.record(z.string(), viewMark));

const MAX_MARKS_BYTES = 16 * 1024;
/** So many writers in a row may be killed between their mark and their view. */
const MAX_EARLIER = 4;

/**
 * Reads the marks of the views in `.loop/`. A mark is written before its view, so that our view never counts as
 * hand-written. Without marks, every text may be hand-written.
 */
export function readMarks(folder: string): Readonly<Record<string, ViewMark>> {
  return viewMarks.safeParse(readJson(join(folder, MARKS_FILE), MAX_MARKS_BYTES)).data ?? {};
}

/** True for a text that we wrote to the view of this mark. */
export function isMarked(mark: ViewMark | undefined, text: string): boolean {
  if (mark === undefined) return false;
  // What an older version left of a run that is over is ours if it says that it is over.
  if (isOldMark(mark)) return mark.isOver && /"(?:status": "(?!in_progress)|stage": "complete)/.test(text);
  const digest = shortDigest(text);
  return mark.digest === digest || mark.earlier.includes(digest);
}

/** True for a mark of version 0.1.0. */
export function isOldMark({ digest }: Pick<ViewMark, 'digest'>): boolean {
  return digest.length === 16;
}

/** How long a writer may take from its mark to its view, and an editor from its reading to its writing. */
const SLOWEST_MS = 3000;

/** True for a file that was written so long after the last mark that the view of this mark was in place by then. */
export function isAfterMarks(folder: string, { mtimeMs }: { readonly mtimeMs: bigint }): boolean {
  const marks = lstatSync(join(folder, MARKS_FILE), { throwIfNoEntry: false });
  return marks !== undefined && Number(mtimeMs) > marks.mtimeMs + SLOWEST_MS;
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
  const known = before ? [before.digest, ...before.earlier] : [];
  const earlier = known.filter((one) => one !== digest).slice(0, MAX_EARLIER);
  return tryReplace(join(folder, MARKS_FILE), JSON.stringify({ ...marks, [name]: { ...mark, earlier } }));
}

/** Formats JSON for people and the seeds' tools: two spaces, a newline at the end. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
