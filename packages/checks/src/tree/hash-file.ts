import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';

/** A file or a link as a git tree has it. */
export interface Blob {
  readonly mode: '100644' | '100755' | '120000';
  readonly id: string;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Computes git's id of a file's bytes or of a link's target, without any conversion. Reads a file once and in
 * pieces. Undefined for a socket, a pipe or a device. Throws when the file can't be read or changes meanwhile.
 */
export function hashFile(path: string, algorithm: string, checkDeadline: () => void): Blob | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) {
    const target = readlinkSync(path, { encoding: 'buffer' });
    return { mode: '120000', id: blobHash(algorithm, target.length).update(target).digest('hex') };
  }
  if (!stats?.isFile()) return undefined;
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size, mode } = fstatSync(fd);
    const hash = blobHash(algorithm, size);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    let read = 0;
    for (let count = 1; count > 0; read += count) {
      checkDeadline();
      count = readSync(fd, chunk, 0, chunk.length, null);
      hash.update(chunk.subarray(0, count));
    }
    if (read !== size) throw new Error(`${path} changed while it was read`);
    return { mode: mode & 0o100 ? '100755' : '100644', id: hash.digest('hex') };
  } finally {
    closeSync(fd);
  }
}

function blobHash(algorithm: string, size: number): Hash {
  return createHash(algorithm).update(`blob ${size}\0`);
}
