import { decodeText, parseJson } from '../disk/decode-text.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { numberedPath, runPath } from '../presence.ts';
import { checkLoopFolder, type RunAddress } from './open-run.ts';

const MAX_BYTES = 1024 * 1024;

/** Where it is kept how far a session's transcripts have been counted. */
export function usagePath(journalPath: string): string {
  return `${numberedPath(journalPath)}.usage.json`;
}

/** What was kept last, whoever wrote it and whatever it is; undefined when nothing was. Never throws. */
export function readUsageMemory({ root, sessionId }: RunAddress): unknown {
  const content = readGuarded(usagePath(runPath(root, sessionId)), MAX_BYTES);
  return typeof content === 'string' ? undefined : parseJson(decodeText(content.bytes) ?? '');
}

/** Keeps how far was counted. Best effort: what is lost costs one stretch of counting. */
export function writeUsageMemory({ root, sessionId }: RunAddress, memory: unknown): void {
  if (checkLoopFolder(root) !== undefined) return;
  const path = usagePath(runPath(root, sessionId));
  try {
    replaceFile(path, JSON.stringify(memory));
  } catch {
    // The next stop counts the same stretch again.
  }
}
