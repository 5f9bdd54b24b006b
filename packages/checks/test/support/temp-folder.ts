import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a private folder that is gone after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-checks-')));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export function removeFolder(folder: string): void {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
}
