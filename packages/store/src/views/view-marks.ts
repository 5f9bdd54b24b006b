import { join } from 'node:path';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { MARKS_FILE } from '../presence.ts';

/** The last text that we wrote to a view that others may edit. */
export interface ViewMark {
  /** The digest of the whole text. */
  readonly digest: string;
  /** The digest of the loop's spec or task. */
  readonly subject: string;
  readonly runId: string;
  /** The run was over, so a new text is a new loop. */
  readonly isOver: boolean;
}

const MAX_MARKS_BYTES = 16 * 1024;

/**
 * Reads the marks of the views in `.loop/`. A mark is written before its view, so that our view never counts as
 * hand-written. Without marks, every text may be hand-written.
 */
export function readMarks(folder: string): Readonly<Record<string, ViewMark>> {
  const content = readGuarded(join(folder, MARKS_FILE), MAX_MARKS_BYTES);
  const value = typeof content === 'string' ? undefined : parseJson(decodeText(content.bytes) ?? '');
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
  const { digest, subject, runId, isOver } = value as Partial<Record<keyof ViewMark, unknown>>;
  if (typeof digest !== 'string' || typeof subject !== 'string' || typeof runId !== 'string')
    return undefined;
  return { digest, subject, runId, isOver: isOver === true };
}

/** Sets the mark of one view; returns false when it could not be written. The caller must not write the view then. */
export function writeMark(folder: string, name: string, mark: ViewMark): boolean {
  const marks = readMarks(folder);
  const old = marks[name];
  if (
    old?.digest === mark.digest &&
    old.subject === mark.subject &&
    old.runId === mark.runId &&
    old.isOver === mark.isOver
  ) {
    return true;
  }
  try {
    replaceFile(join(folder, MARKS_FILE), JSON.stringify({ ...marks, [name]: mark }));
    return true;
  } catch {
    return false;
  }
}
