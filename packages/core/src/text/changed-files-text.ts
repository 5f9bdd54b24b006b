import type { Touched, TouchedFile } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';

/** The most files that the end names. */
const MAX_NAMED = 5;

/** Gives the changed files that a record names: changed and deleted ones before new ones. */
export function touchedFiles({ files, proofFiles = [] }: Touched): readonly TouchedFile[] {
  return files ?? proofFiles;
}

/**
 * Names the first files that changed since the start, and counts the rest.
 *
 * @example changedFilesText(touched) // 'src/sum.js, test/old.js (deleted), notes.md (new) and 4 more'
 */
export function changedFilesText(touched: Touched, most = MAX_NAMED): string {
  const count = touched.changed + touched.deleted + touched.added;
  const named = touchedFiles(touched).slice(0, most);
  if (count === 0 || named.length === 0) return count === 0 ? 'no file' : `${count} files`;
  const names = named.map(
    ({ path, change }) => `${sanitizeLine(path, 100)}${change === 'changed' ? '' : ` (${change})`}`,
  );
  return `${names.join(', ')}${count > named.length ? ` and ${count - named.length} more` : ''}`;
}

/** Writes the line of the end that names the changed files. Empty if they are unknown. */
export function changedFilesLine(touched: Touched | undefined): string {
  if (!touched || touched.unknown !== undefined) return '';
  return `[LOOP] Changed since the start | ${changedFilesText(touched)}`;
}
