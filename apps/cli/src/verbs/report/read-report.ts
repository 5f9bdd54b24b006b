import { realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import { type HistoryStep, type Report, type RunReport, toReports, withoutOwner } from '@loopwright/report';
import { foldLog, readEvidence, REFUSAL_REASONS } from '@loopwright/store';
import { openJournalLog } from '../../session/locate-run.ts';
import { readCommits } from './read-commits.ts';
import { readTranscripts } from './read-transcripts.ts';

/**
 * Reads journals at any path and builds the model of a page, the most recently active run first. A report is made to be
 * shared, so it names neither the home folder nor the user. Changes nothing and never throws.
 */
export function readReport(root: string, paths: readonly string[]): Report {
  // One at a time, so that no more than one history is held.
  const read = paths.map((path) => [basename(path), readRuns(root, path)] as const);
  const runs = read.flatMap(([, found]) => (typeof found === 'string' ? [] : found));
  const unread = read.flatMap(([name, found]) =>
    typeof found === 'string' ? [{ name, reason: found }] : [],
  );
  const report = { runs: runs.toSorted((one, other) => other.updatedAt - one.updatedAt), unread };
  return withoutOwner(report, { home: homedir(), user: userName() });
}

/** Reads the runs of a journal, with their files. Gives the reason if the journal can't be read. */
function readRuns(root: string, path: string): readonly RunReport[] | string {
  const log = openJournalLog(path);
  if (typeof log === 'string') return REFUSAL_REASONS[log];
  try {
    const { steps, ignored } = foldLog(log);
    const found = toReports({
      steps,
      ignored,
      output: (id) => readEvidence(root, id),
      said: readTranscripts(root, steps),
      commits: commitsOf(root, steps),
      // The folder as it was named, and where it is.
      roots: [root, realpathSync(root)],
    });
    return found.length > 0 ? found : 'it holds no whole run';
  } catch {
    return REFUSAL_REASONS.unreadable;
  } finally {
    log.close();
  }
}

function commitsOf(root: string, steps: Iterable<HistoryStep>): ReturnType<typeof readCommits> {
  const runs = new Map<string, number>();
  for (const { run } of steps) if (run) runs.set(run.id, run.createdAt);
  return [...runs].flatMap(([id, createdAt]) => readCommits(root, id, createdAt));
}

/** Containers run as users without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
