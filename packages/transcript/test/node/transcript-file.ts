import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of this test's own, removed after it. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
  folders.push(folder);
  return folder;
}

/** A transcript with the given content, in a folder of its own. */
export function transcriptFile(content: string | Buffer): string {
  const path = join(ownFolder(), 'session.jsonl');
  writeFileSync(path, content);
  return path;
}
