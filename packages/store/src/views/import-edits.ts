import { join } from 'node:path';
import { type Decision, isOver, type Run } from '@loopwright/core';
import { decodeText } from '../disk/decode-text.ts';
import { readGuarded, type GuardedContent } from '../disk/open-guarded.ts';
import type { Submitted } from '../journal/journal.ts';
import type { OpenRun } from '../run/open-run.ts';
import { readStateText, type StateText } from './state-edits.ts';
import { readMarks } from './view-marks.ts';
import { checksum } from '../disk/checksum.ts';

/** No view is read beyond this. */
export const MAX_VIEW_BYTES = 1024 * 1024;

/** What came of a text found in `state.json`. */
export type Imported =
  /** It is ours, or there is none. */
  | { readonly status: 'nothing' }
  /** Somebody's edit, put before core and on record unless it changes nothing. */
  | { readonly status: 'imported'; readonly submitted: Submitted<Run, Decision> }
  /** The run is over, so this may be the beginning of a new loop. */
  | { readonly status: 'left-alone' }
  /** No edit of this run: not JSON of the schema, or about another loop. */
  | { readonly status: 'not-ours' };

/**
 * Takes over what somebody edited in `state.json`, before a decision rests on it. The file stays where it is:
 * importing it twice counts once, and losing it once would lose an edit.
 */
export function importEdits(opened: OpenRun, at: number): Imported {
  const folder = join(opened.root, '.loop');
  const content = readGuarded(join(folder, 'state.json'), MAX_VIEW_BYTES);
  if (typeof content === 'string') return { status: 'nothing' };
  return importContent(opened, folder, content, at);
}

/** Takes over what was found in `state.json`, under whatever name it lies now. */
export function importContent(
  opened: OpenRun,
  folder: string,
  content: GuardedContent,
  at: number,
): Imported {
  const text = decodeText(content.bytes);
  if (text === undefined) return { status: isOver(opened.run) ? 'left-alone' : 'not-ours' };
  let found: StateText;
  try {
    // Whatever was projected before we read the text is on record by now, so that no newer view looks like an edit.
    opened.journal.catchUp();
    found = classify(opened, text);
  } catch {
    return { status: 'imported', submitted: { status: 'unrecorded', reason: 'unreadable' } };
  }
  if (found.kind === 'projection') return { status: 'nothing' };
  const mark = readMarks(folder)['state.json'];
  if (mark?.digest === checksum(text)) return { status: 'nothing' };
  // A rename keeps inode and time, so that this very edit counts once, whoever finds it and wherever.
  const source = checksum(`${content.ino}.${content.mtimeNs}.${text}`);
  if (opened.journal.knows(source)) return { status: 'nothing' };
  if (isOver(opened.run)) return { status: 'left-alone' };
  if (found.kind !== 'edit') return { status: 'not-ours' };
  return { status: 'imported', submitted: opened.submit({ type: 'import', at, ...found.edit }, source) };
}

/** Looks among the latest runs first, and through the whole journal only if they don't know the text. */
function classify(opened: OpenRun, text: string): StateText {
  const { journal } = opened;
  const recent = readStateText(text, journal.recentRuns);
  if (recent.kind === 'projection' || recent.kind === 'unreadable' || !journal.hasForgotten) return recent;
  return readStateText(text, latestFirst(journal));
}

function latestFirst(journal: OpenRun['journal']): readonly Run[] {
  return [...journal.history()].flatMap(({ run }) => run ?? []).toReversed();
}
