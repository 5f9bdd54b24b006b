import { readHistory } from './read-history.ts';
import type { Report, RunReport, Unread } from './report-model.ts';
import { toReports } from './to-report.ts';

/** Reads journals and works out what a page shows of them, the most recently active run first. */
export function readReport(root: string, paths: readonly string[]): Report {
  const runs: RunReport[] = [];
  const unread: Unread[] = [];
  for (const path of paths) {
    const read = readHistory(root, path);
    // One at a time, so that no more than one history is held.
    if (read.ok) runs.push(...toReports(read.history));
    else unread.push(read.unread);
  }
  return { runs: runs.toSorted((one, other) => other.updatedAt - one.updatedAt), unread };
}
