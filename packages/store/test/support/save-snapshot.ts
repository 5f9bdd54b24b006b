import { replaceFile } from '../../src/disk/replace-file.ts';
import type { Journal } from '../../src/journal/journal.ts';

/** Writes the snapshot that is due, as a projection does. */
export function saveSnapshot(journal: Pick<Journal, 'takeSnapshot'>): void {
  const snapshot = journal.takeSnapshot();
  if (snapshot) replaceFile(snapshot.path, snapshot.content);
}
