import { lstatSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { diskError } from '../errors.ts';
import { removeQuietly } from './create-file.ts';

/** Private to the user, and without a sync: what is replaced can be made again. */
const OPTIONS = { mode: 0o600, fsync: false } as const;

/**
 * Replaces a path by a whole file, private to the user. Replaces a link instead of following it. Throws `StoreError`
 * when the disk refuses, and then removes a file that came out short. Doesn't sync: use it for content that can be made
 * again.
 */
export function replaceFile(path: string, content: string | Buffer): void {
  const bytes = Buffer.from(content);
  catchSignals();
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) removeQuietly(path);
    writeFileAtomic.sync(path, bytes, OPTIONS);
    if (lstatSync(path).size === bytes.length) return;
  } catch (error) {
    throw diskError(`replace ${path}`, error);
  }
  // A full disk may take fewer bytes than it was given, and not say so.
  removeQuietly(path);
  throw diskError(`replace ${path}`, undefined);
}

/**
 * `write-file-atomic` listens for signals while it writes, and forgets one that arrives then. Where the program has no
 * listener of its own, this ends the process by that signal right after the write.
 */
function catchSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    if (process.listenerCount(signal) > 0) continue;
    const end = (): void => {
      process.off(signal, end);
      process.kill(process.pid, signal);
    };
    process.on(signal, end);
    // The event loop gives a signal to its listeners at the latest between these two.
    setImmediate(() => setImmediate(() => process.off(signal, end)));
  }
}

/** Replaces a file that can be made again; false if the disk refuses. */
export function tryReplace(path: string, content: string | Buffer): boolean {
  try {
    replaceFile(path, content);
    return true;
  } catch {
    return false;
  }
}
