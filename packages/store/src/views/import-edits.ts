import { join } from 'node:path';
import {
  type Decision,
  isOver,
  parseStackState,
  type Problem,
  type Run,
  toCriteriaState,
  toStackState,
} from '@loopwright/core';
import { decodeText } from '../disk/decode-text.ts';
import { readGuarded, type GuardedContent } from '../disk/open-guarded.ts';
import type { Submitted } from '../journal/journal.ts';
import type { OpenRun } from '../run/open-run.ts';
import { NO_TEXT, readStateText, type StateText } from './state-edits.ts';
import { isMarked, readMarks } from './view-marks.ts';
import { shortDigest } from '../disk/digest.ts';

/** The largest view that is read. */
export const MAX_VIEW_BYTES = 1024 * 1024;

/** The result of importing `state.json`. */
export type Imported =
  /** Our own view, or no file. */
  | { readonly status: 'nothing' }
  /** An edit, decided by core and recorded unless it changes nothing. */
  | { readonly status: 'imported'; readonly submitted: Submitted<Run, Decision> }
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
  const content = readGuarded(join(folder, 'state.json'), MAX_VIEW_BYTES);
  if (typeof content === 'string') return { status: 'nothing' };
  return importContent(opened, folder, content, at);
}

/** Seed 004: the event ABORT in `stack.json` ends the loop that the file is about. */
function importAbort(opened: OpenRun, folder: string, at: number): Submitted<Run, Decision> | undefined {
  if (isOver(opened.run)) return undefined;
  const content = readGuarded(join(folder, 'stack.json'), MAX_VIEW_BYTES);
  // Reading it as JSON costs more than looking for the word, which our view of an unfinished run rarely has.
  if (typeof content === 'string' || !content.bytes.includes('ABORT')) return undefined;
  const stack = parseStackState(decodeText(content.bytes));
  const isMeant = stack.ok && stack.value.event === 'ABORT';
  if (!isMeant || stack.value.run_id !== toStackState(opened.run).run_id) return undefined;
  return opened.submit({ type: 'cancel', at, reason: 'ABORT in stack.json' });
}

/** Imports a text of `state.json`, which may have been renamed since. */
export function importContent(
  opened: OpenRun,
  folder: string,
  content: GuardedContent,
  at: number,
): Imported {
  const text = decodeText(content.bytes);
  if (text === undefined) return reportProblem(opened, content, NO_TEXT, at);
  let found: StateText;
  try {
    // The runs of all views before our read are on record now, so that no newer view looks like an edit.
    opened.journal.catchUp();
    found = classify(opened, text);
  } catch {
    return { status: 'imported', submitted: { status: 'unrecorded', reason: 'unreadable' } };
  }
  if (found.kind === 'projection') return { status: 'nothing' };
  if (isMarked(readMarks(folder)['state.json'], text)) return { status: 'nothing' };
  if (found.kind === 'unreadable') return reportProblem(opened, content, found.problem, at);
  // A rename keeps inode and time, so that each edit counts once under any name and for any reader.
  const source = sourceOf(content, text);
  if (opened.journal.knows(source)) return { status: 'nothing' };
  if (isOver(opened.run)) return { status: 'left-alone' };
  if (found.kind !== 'edit') return { status: 'not-ours' };
  return { status: 'imported', submitted: opened.submit({ type: 'import', at, ...found.edit }, source) };
}

/** Records once why an edit can't be read. The text is not ours, so no view replaces it. */
function reportProblem(opened: OpenRun, content: GuardedContent, problem: Problem, at: number): Imported {
  if (isOver(opened.run)) return { status: 'left-alone' };
  const source = sourceOf(content, content.bytes.toString('latin1'));
  const state = toCriteriaState(opened.run);
  if (!opened.journal.knows(source))
    opened.submit({ type: 'import', at, base: state, edited: state, problem }, source);
  return { status: 'not-ours', isNoted: opened.run.status === 'active' };
}

/** Names one edit of a file, under any name of the file. */
function sourceOf({ ino, mtimeNs }: GuardedContent, text: string): string {
  return shortDigest(`${ino}.${mtimeNs}.${text}`);
}

/** Compares with the latest runs first, and with the whole journal only without a match. */
function classify(opened: OpenRun, text: string): StateText {
  const { journal } = opened;
  const recent = readStateText(text, journal.recentRuns);
  if (recent.kind === 'projection' || recent.kind === 'unreadable' || !journal.hasForgotten) return recent;
  return readStateText(text, latestFirst(journal));
}

function latestFirst(journal: OpenRun['journal']): readonly Run[] {
  return [...journal.history()].flatMap(({ run }) => run ?? []).toReversed();
}
