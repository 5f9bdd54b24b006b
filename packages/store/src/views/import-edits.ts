import { join } from 'node:path';
import {
  type CriteriaState,
  isOver,
  parseCriteriaState,
  parseStackState,
  type Problem,
  toCriteriaState,
  toStackState,
} from '@loopwright/core';
import { decodeText } from '../disk/decode-text.ts';
import { shortDigest } from '../disk/digest.ts';
import { type GuardedContent, readGuarded } from '../disk/open-guarded.ts';
import type { Submitted } from '../journal/journal.ts';
import type { OpenRun } from '../run/open-run.ts';
import { formatJson, isAfterMarks, isMarked, readMarks } from './view-marks.ts';

/** The largest view that is read. */
export const MAX_VIEW_BYTES = 1024 * 1024;

/** The result of importing `state.json`. */
export type Imported =
  /** Our own view, or no file. */
  | { readonly status: 'nothing' }
  /** An edit, decided by core and recorded unless it changes nothing. */
  | { readonly status: 'imported'; readonly submitted: Submitted }
  /** The run is over, so the text may start a new loop. */
  | { readonly status: 'left-alone' }
  /** Not an edit of this run: invalid, or about another loop. With `isNoted`, a note at the next stop says why. */
  | { readonly status: 'not-ours'; readonly isNoted?: boolean };

/**
 * Imports an edit of `state.json` before a decision depends on it. The file stays, because importing it twice counts
 * once, and losing it would lose the edit.
 */
export function importEdits(opened: OpenRun, at: number): Imported {
  const folder = join(opened.root, '.loop');
  const aborted = importAbort(opened, folder, at);
  if (aborted) return { status: 'imported', submitted: aborted };
  const path = join(folder, 'state.json');
  const content = readGuarded(path, MAX_VIEW_BYTES);
  if (typeof content === 'string') return { status: 'nothing' };
  return importContent(opened, at, { path, content, shown: readMarks(folder)['state.json']?.digest });
}

/** Seed 004: the event ABORT in `stack.json` ends the loop that the file is about. */
function importAbort(opened: OpenRun, folder: string, at: number): Submitted | undefined {
  if (isOver(opened.run)) return undefined;
  const content = readGuarded(join(folder, 'stack.json'), MAX_VIEW_BYTES);
  // Reading it as JSON costs more than looking for the word, which our view of an unfinished run rarely has.
  if (typeof content === 'string' || !content.bytes.includes('ABORT')) return undefined;
  const stack = parseStackState(decodeText(content.bytes));
  const isMeant = stack.ok && stack.value.event === 'ABORT';
  if (!isMeant || stack.value.run_id !== toStackState(opened.run).run_id) return undefined;
  return opened.submit({ type: 'cancel', at, reason: 'ABORT in stack.json' });
}

/** A text that was found in a view, or in its claim. */
export interface FoundText {
  readonly path: string;
  readonly content: GuardedContent;
  /** The digest of the view that we wrote last when the text was there. */
  readonly shown: string | undefined;
}

/** Imports a text of `state.json`, which may have been renamed since. An edit is its difference to the view it edits. */
export function importContent(opened: OpenRun, at: number, { path, content, shown }: FoundText): Imported {
  const { journal } = opened;
  const folder = join(opened.root, '.loop');
  const text = decodeText(content.bytes);
  const mark = readMarks(folder)['state.json'];
  // Whoever then writes an older view again takes a change back.
  const isLate = isAfterMarks(folder, content.stats);
  if (mark && text !== undefined && isMarked(isLate ? { ...mark, earlier: [] } : mark, text))
    return { status: 'nothing' };
  // A rename keeps inode and time, so that each edit counts once under any name and for any reader.
  const { ino, mtimeNs } = content.stats;
  const source = shortDigest(`${ino}.${mtimeNs}.${text ?? content.bytes.toString('latin1')}`);
  const parsed = text === undefined ? NO_TEXT : parseCriteriaState(text);
  let views: readonly CriteriaState[];
  try {
    journal.catchUp();
    if (parsed.ok && journal.knows(source)) return { status: 'nothing' };
    views = journal.history().flatMap(({ run }) => (run ? [toCriteriaState(run)] : []));
  } catch {
    return { status: 'imported', submitted: { status: 'unrecorded', reason: 'unreadable' } };
  }
  // Views of a killed or slower writer, or beside marks that are lost.
  if (!isLate && views.some((view) => formatJson(view) === text)) return { status: 'nothing' };
  // A later text has these edits too, and may be on record: compared with it, they would look taken back.
  const current = readGuarded(path, MAX_VIEW_BYTES);
  if (typeof current === 'string' || !current.bytes.equals(content.bytes)) return { status: 'nothing' };
  if (isOver(opened.run)) return { status: 'left-alone' };
  const last =
    views.findLast((view) => shortDigest(formatJson(view)) === shown) ?? toCriteriaState(opened.run);
  if (!parsed.ok)
    return { status: 'not-ours', isNoted: noteUntaken(opened, at, last, parsed.problems[0], source) };
  const edited = parsed.value;
  const isOfLast = isLate && edited.iteration === last.iteration;
  const base = isOfLast ? last : nearestTo(edited, last, views);
  if (edited.spec !== base.spec) return { status: 'not-ours' };
  return { status: 'imported', submitted: opened.submit({ type: 'import', at, base, edited }, source) };
}

/** Puts on record why an edit is not taken over; true if a note at the next stop says so. */
export function noteUntaken(
  opened: OpenRun,
  at: number,
  view: CriteriaState,
  problem: Problem | undefined,
  source: string,
): boolean {
  opened.submit({ type: 'import', at, base: view, edited: view, problem }, source);
  return opened.run.status === 'active';
}

/**
 * The view that an edit was made in: the first one, unless the edit leaves more of another one of its iteration as it
 * was. An editor reads before it writes, and we may show the next view in between.
 */
function nearestTo(
  edited: CriteriaState,
  first: CriteriaState,
  others: readonly CriteriaState[],
): CriteriaState {
  const entries = new Set(entriesOf(edited));
  const changesIn = (state: CriteriaState): number =>
    entriesOf(state).filter((entry) => !entries.has(entry)).length;
  return others
    .filter(({ iteration }) => iteration === edited.iteration)
    .reduce((nearest, state) => (changesIn(state) < changesIn(nearest) ? state : nearest), first);
}

function entriesOf(state: CriteriaState): readonly string[] {
  return Object.entries(state).flatMap(([field, value]) => {
    const items: readonly unknown[] =
      typeof value === 'object' && value !== null ? Object.entries(value) : [value];
    return items.map((item) => JSON.stringify([field, item]));
  });
}

const NO_TEXT: { readonly ok: false; readonly problems: readonly Problem[] } = {
  ok: false,
  problems: [{ field: '', reason: 'is not text' }],
};
