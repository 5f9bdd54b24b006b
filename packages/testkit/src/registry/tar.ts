import { gunzipSync, gzipSync } from 'node:zlib';

/** A file of a tarball. */
export interface TarEntry {
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
}

const blockSize = 512;

/** Writes a gzipped tarball. The same entries give the same bytes. */
export function writeTarball(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content, mode }) => [
    ...longPath(path),
    header(shortened(path), content.length, { mode, type: '0' }),
    padded(content),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]));
}

/** Reads one file out of a gzipped tarball; `undefined` when it isn't there. */
export function readFromTarball(tarball: Buffer, wanted: string): Buffer | undefined {
  const bytes = gunzipSync(tarball);
  for (let at = 0; at + blockSize <= bytes.length && bytes[at] !== 0;) {
    const path = cString(bytes, at, 100);
    const size = Number.parseInt(cString(bytes, at + 124, 12), 8);
    const start = at + blockSize;
    if (path === wanted) return bytes.subarray(start, start + size);
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return undefined;
}

/** A pax header for a path too long for the classic header. */
function longPath(path: string): readonly Buffer[] {
  if (Buffer.byteLength(path) <= 100) return [];
  const record = paxRecord('path', path);
  return [header('././@PaxHeader', record.length, { mode: 0o644, type: 'x' }), padded(record)];
}

/** A pax record counts its own length, digits included. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  const digits = String(rest + String(rest).length).length;
  return Buffer.from(`${rest + digits} ${key}=${value}\n`);
}

function shortened(path: string): string {
  return Buffer.from(path).subarray(0, 100).toString('latin1');
}

function header(
  path: string,
  size: number,
  entry: { readonly mode: number; readonly type: '0' | 'x' },
): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(path, 0, 100, 'latin1');
  block.write(octal(entry.mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148); // the checksum field counts as blanks
  block.write(entry.type, 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function padded(content: Buffer): Buffer {
  const rest = content.length % blockSize;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(blockSize - rest)]);
}

function cString(bytes: Buffer, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return field
    .subarray(0, end === -1 ? length : end)
    .toString('utf8')
    .trim();
}
