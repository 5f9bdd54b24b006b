import { replaceFile } from '../../src/disk/replace-file.ts';
import type { SnapshotFile } from '../../src/journal/snapshot.ts';

/** Writes the snapshot that is due, as a projection does. */
export function saveSnapshot(journal: { takeSnapshot(): SnapshotFile | undefined }): void {
  const snapshot = journal.takeSnapshot();
  if (snapshot) replaceFile(snapshot.path, snapshot.content);
}
