import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from './error-code.ts';

/** The bytes of a file, or why they can't be read. */
export type PlainFile =
  | { readonly status: 'read'; readonly bytes: Uint8Array }
  | { readonly status: 'absent' }
  | { readonly status: 'unreadable'; readonly reason: string };

/** Reads a plain file of at most `maxBytes`; a link only if it is `followed`. Never throws and never waits. */
export function readPlain(path: string, maxBytes: number, links?: 'followed'): PlainFile {
  const noLinks = links === 'followed' ? 0 : (constants.O_NOFOLLOW ?? 0);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noLinks);
    const stat = fstatSync(file);
    if (!stat.isFile()) return { status: 'unreadable', reason: 'it is not a plain file' };
    if (stat.size > maxBytes)
      return { status: 'unreadable', reason: `it is larger than ${maxBytes / 1024} KiB` };
    const bytes = Buffer.alloc(stat.size);
    return { status: 'read', bytes: bytes.subarray(0, readSync(file, bytes)) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { status: 'absent' };
    return { status: 'unreadable', reason: code === 'ELOOP' ? 'it is a symbolic link' : code };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
