import { join } from 'node:path';
import { readPlain } from '../disk/open-guarded.ts';
import { type GitTree, readSmall } from './git-folder.ts';

/** A path that git follows, with slashes, relative to the top of the work tree. */
export interface TrackedPath {
  readonly path: string;
  readonly isSubmodule: boolean;
}

const MAX_INDEX_BYTES = 128 * 1024 * 1024;
const GITLINK = 0o160000;
const MODE_AT = 24;
const STAT_BYTES = 40;
const EXTENDED = 0x4000;

/** The setting that makes ids longer. Git takes it from this file alone, not from one that it includes. */
const SHA256 = /^\s*objectformat\s*=\s*"?sha256/im;

/**
 * Reads the paths in the index of a work tree; undefined for one that can't be read. Paths that a split index removed
 * from the shared one stay listed. This only matters for ignored paths.
 */
export function readGitIndex({ gitFolder, commonFolder }: GitTree): readonly TrackedPath[] | undefined {
  const idBytes = SHA256.test(readSmall(join(commonFolder, 'config')) ?? '') ? 32 : 20;
  const own = readPlain(join(gitFolder, 'index'), MAX_INDEX_BYTES);
  if (own === 'absent') return [];
  if (typeof own === 'string') return undefined;
  try {
    const { paths, extensionsAt } = readEntries(own.bytes, idBytes);
    const shared = sharedName(own.bytes, extensionsAt, idBytes);
    if (shared === undefined) return paths;
    const base = readPlain(join(gitFolder, `sharedindex.${shared}`), MAX_INDEX_BYTES);
    return typeof base === 'string' ? undefined : [...paths, ...readEntries(base.bytes, idBytes).paths];
  } catch {
    return undefined;
  }
}

/** Reads the entries of an index of version 2 to 4. Throws at the end of one that is cut off. */
function readEntries(bytes: Buffer, idBytes: number) {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw new RangeError('not an index');
  const paths: TrackedPath[] = [];
  let name = Buffer.alloc(0);
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    let nameAt = flagsAt + (bytes.readUInt16BE(flagsAt) & EXTENDED ? 4 : 2);
    // Version 4 has a number of bytes to drop from the path before, in groups of seven bits.
    let drop = name.length;
    if (version === 4) {
      let byte = bytes.readUInt8(nameAt++);
      drop = byte & 127;
      while (byte & 128) {
        byte = bytes.readUInt8(nameAt++);
        drop = ((drop + 1) << 7) | (byte & 127);
      }
    }
    const end = bytes.indexOf(0, nameAt);
    if (end === -1 || drop > name.length) throw new RangeError('a path without an end or a beginning');
    name = Buffer.concat([name.subarray(0, name.length - drop), bytes.subarray(nameAt, end)]);
    if (name.length > 0)
      paths.push({ path: name.toString(), isSubmodule: bytes.readUInt32BE(at + MODE_AT) === GITLINK });
    // Up to version 3 an entry is padded with 1 to 8 zero bytes to a multiple of 8.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return { paths, extensionsAt: at };
}

/** The name of the shared index that a split index builds on. */
function sharedName(bytes: Buffer, from: number, idBytes: number): string | undefined {
  for (let at = from; at + 8 <= bytes.length - idBytes; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) !== 'link') continue;
    const name = bytes.toString('hex', at + 8, at + 8 + idBytes);
    // All zeros: a split index that builds on nothing.
    return /^0+$/.test(name) ? undefined : name;
  }
  return undefined;
}
