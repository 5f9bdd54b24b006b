import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a function that restores the folder's present contents. It rewrites files in place: a snapshot is only
 * valid for the same journal file.
 */
export function folderRestorer(folder: string): () => void {
  const files = (): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  const contents = new Map(files().map((path) => [path, readFileSync(path)]));
  return () => {
    for (const path of files()) if (!contents.has(path)) rmSync(path);
    for (const [path, bytes] of contents) writeFileSync(path, bytes, { mode: 0o600 });
  };
}
