import { readSync } from 'node:fs';

/** Reads the bytes of a range, or fewer if the file has shrunk meanwhile. */
export function readRange(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, start + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
