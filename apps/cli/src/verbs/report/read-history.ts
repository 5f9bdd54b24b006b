import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { foldLog, readEvidence, REFUSAL_REASONS } from '@loopwright/store';
import { openJournalLog } from '../../session/locate-run.ts';
import { readCommits } from './read-commits.ts';
import { readTranscripts } from './read-transcripts.ts';
import type { CommitStat, RunHistory, Unread } from '@loopwright/report';

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
    const { steps, ignored } = foldLog(log);
    const output = (id: string): string | undefined => readEvidence(root, id);
    const said = readTranscripts(root, steps);
    const commits = commitsOf(root, steps);
    return { ok: true, history: { steps, output, said, roots: rootsOf(root), commits, ignored } };
  } catch {
    return { ok: false, unread: { name: basename(path), reason: REFUSAL_REASONS.unreadable } };
  } finally {
    log.close();
  }
}

/** The folder as it was named, and where it is. */
function rootsOf(root: string): readonly string[] {
  return [...new Set([root, realpathSync(root)])];
}

function commitsOf(root: string, steps: RunHistory['steps']): readonly CommitStat[] {
  const runs = new Map<string, number>();
  for (const { run } of steps) if (run) runs.set(run.id, run.createdAt);
  return [...runs].flatMap(([id, createdAt]) => readCommits(root, id, createdAt));
}
