import { basename } from 'node:path';
import {
  Journal,
  type Log,
  loopProgram,
  openAppendLog,
  openNumberedLog,
  readEvidence,
} from '@loopwright/store';
import type { RunHistory } from './history.ts';
import type { Unread } from './report-model.ts';
import { shownEvidence } from './to-report.ts';

/** What came of reading a journal. */
export type HistoryRead =
  | { readonly ok: true; readonly history: RunHistory }
  | { readonly ok: false; readonly unread: Unread };

/**
 * Reads a journal from its first record on, wherever it lies, with the outputs that a page shows of its checks. Changes
 * nothing and never throws; what can't be read is an answer.
 */
export function readHistory(root: string, path: string): HistoryRead {
  const log = openLog(path);
  if (typeof log === 'string') return { ok: false, unread: { name: basename(path), reason: REASONS[log] } };
  try {
    const journal = new Journal(loopProgram, log);
    const steps = [...journal.history()];
    const tails = readTails(root, shownEvidence(steps));
    return { ok: true, history: { steps, tails, ignored: journal.counts.ignored } };
  } catch {
    return { ok: false, unread: { name: basename(path), reason: REASONS.unreadable } };
  } finally {
    log.close();
  }
}

type Refusal = Exclude<ReturnType<typeof openAppendLog>, Log>;

const REASONS: Readonly<Record<Refusal, string>> = {
  absent: 'it is not there',
  'not-plain': 'it is not a plain file of this user with one name',
  'too-large': 'it is larger than 8 MiB',
  unreadable: 'it could not be read',
  swapped: 'another file took its place while it was opened',
};

/** A journal is a file, or a folder of numbered files by the same name without the ending. */
function openLog(path: string): Log | Refusal {
  const log = openAppendLog(path);
  if (typeof log !== 'string') return log;
  const numbered = openNumberedLog(path.replace(/\.jsonl$/, ''));
  return typeof numbered === 'string' ? log : numbered;
}

function readTails(root: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const tails = new Map<string, string>();
  for (const id of new Set(ids)) {
    const tail = readTail(root, id);
    if (tail !== undefined) tails.set(id, tail);
  }
  return tails;
}

function readTail(root: string, id: string): string | undefined {
  try {
    const found = readEvidence(root, id);
    return REFUSALS.has(found) ? undefined : found;
  } catch {
    // An id that is no plain name, from a journal that somebody wrote by hand.
    return undefined;
  }
}

/** What stands for an output that can't be read. An output of just that one word isn't worth telling apart. */
const REFUSALS: ReadonlySet<string> = new Set(Object.keys(REASONS));
