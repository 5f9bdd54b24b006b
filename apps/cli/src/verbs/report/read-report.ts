import { homedir, userInfo } from 'node:os';
import { readHistory } from './read-history.ts';
import { type Report, type RunReport, toReports, type Unread, withoutOwner } from '@loopwright/report';

/**
 * Reads journals and builds the model of a page, the most recently active run first. A report is made to be shared, so
 * it names neither the home folder nor the user.
 */
export function readReport(root: string, paths: readonly string[]): Report {
  const runs: RunReport[] = [];
  const unread: Unread[] = [];
  for (const path of paths) {
    const read = readHistory(root, path);
    // One at a time, so that no more than one history is held.
    const found = read.ok ? toReports(read.history) : [];
    runs.push(...found);
    if (!read.ok) unread.push(read.unread);
    else if (found.length === 0) unread.push({ name: path, reason: 'it holds no whole run' });
  }
  const report = { runs: runs.toSorted((one, other) => other.updatedAt - one.updatedAt), unread };
  return withoutOwner(report, { home: homedir(), user: userName() });
}

/** Containers run as users without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
