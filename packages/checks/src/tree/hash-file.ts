import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;

/**
 * The mode of a file or a link, and git's id of its bytes without any conversion, as an index has them. Reads a file once
 * and in pieces. Undefined for a socket, a pipe or a device. Throws when the file can't be read or changes meanwhile.
 */
export function hashFile(path: string, algorithm: string, checkDeadline: () => void): string | undefined {
  const startHash = (size: number) => createHash(algorithm).update(`blob ${size}\0`);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) {
    const target = readlinkSync(path, { encoding: 'buffer' });
    return `120000 ${startHash(target.length).update(target).digest('hex')}`;
  }
  if (!stats?.isFile()) return undefined;
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size, mode } = fstatSync(fd);
    const hash = startHash(size);
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    let read = 0;
    for (let count = 1; count > 0; read += count) {
      checkDeadline();
      count = readSync(fd, chunk, 0, chunk.length, null);
      hash.update(chunk.subarray(0, count));
    }
    if (read !== size) throw new Error(`${path} changed while it was read`);
    return `${mode & 0o100 ? '100755' : '100644'} ${hash.digest('hex')}`;
  } finally {
    closeSync(fd);
  }
}
