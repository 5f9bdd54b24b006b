import { basename } from 'node:path';
import { foldLog, loopProgram, REFUSAL_REASONS } from '@loopwright/store';
import { keptOutput } from '../../session/kept-output.ts';
import { openJournalLog } from '../../session/open-journal.ts';
import { readSaid } from './read-said.ts';
import { type RunHistory, shownEvidence, type Unread } from '@loopwright/report';

/** A history, or the reason why it can't be read. */
export type HistoryRead =
  | { readonly ok: true; readonly history: RunHistory }
  | { readonly ok: false; readonly unread: Unread };

/**
 * Reads a journal from its first record, at any path, with the outputs of its checks. Changes nothing and
 * never throws; an unreadable journal is an answer.
 */
export function readHistory(root: string, path: string): HistoryRead {
  const log = openJournalLog(path);
  if (typeof log === 'string')
    return { ok: false, unread: { name: basename(path), reason: REFUSAL_REASONS[log] } };
  try {
    const { steps, ignored } = foldLog(loopProgram, log);
    const tails = readTails(root, shownEvidence(steps));
    return { ok: true, history: { steps, tails, said: readSaid(root, steps), ignored } };
  } catch {
    return { ok: false, unread: { name: basename(path), reason: REFUSAL_REASONS.unreadable } };
  } finally {
    log.close();
  }
}

function readTails(root: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const tails = new Map<string, string>();
  for (const id of new Set(ids)) {
    const tail = keptOutput(root, id);
    if (tail !== undefined) tails.set(id, tail);
  }
  return tails;
}
