import { join } from 'node:path';
import { readPlain } from '../disk/open-guarded.ts';
import { type GitTree, readSmall } from './git-folder.ts';

/** What git's index says about paths; contents are not taken from it. */
export interface GitIndex {
  /** Every path that git follows, with slashes, relative to the top of the work tree. */
  readonly files: ReadonlySet<string>;
  /** The paths of submodules. */
  readonly submodules: ReadonlySet<string>;
}

const MAX_INDEX_BYTES = 128 * 1024 * 1024;
const GITLINK = 0o160000;
const MODE_AT = 24;
const STAT_LENGTH = 40;

/** The setting that makes hashes longer. Git takes it from this file alone, not from one that it includes. */
const SHA256 = /^\s*objectformat\s*=\s*"?sha256/im;

/** Reads the index of a work tree; undefined when it isn't there to read or isn't an index. */
export function readGitIndex({ gitFolder, commonFolder }: GitTree): GitIndex | 'absent' | undefined {
  const hashLength = SHA256.test(readSmall(join(commonFolder, 'config')) ?? '') ? 32 : 20;
  const files = new Set<string>();
  const submodules = new Set<string>();
  const own = readPlain(join(gitFolder, 'index'), MAX_INDEX_BYTES);
  if (own === 'absent') return 'absent';
  if (typeof own === 'string') return undefined;
  try {
    const shared = collect(own.bytes, hashLength, files, submodules);
    if (shared !== undefined) {
      // A split index: paths that it removed from the shared index stay listed. This only matters for ignored paths.
      const base = readPlain(join(gitFolder, `sharedindex.${shared}`), MAX_INDEX_BYTES);
      if (typeof base === 'string') return undefined;
      collect(base.bytes, hashLength, files, submodules);
    }
  } catch {
    return undefined;
  }
  return { files, submodules };
}

/** Collects the paths of one index file; gives the name of the shared index it builds on, if any. */
function collect(
  bytes: Buffer,
  hashLength: number,
  files: Set<string>,
  submodules: Set<string>,
): string | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw new RangeError('not an index');
  const count = bytes.readUInt32BE(8);
  let at = 12;
  let name = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry += 1) {
    const mode = bytes.readUInt32BE(at + MODE_AT);
    const flagsAt = at + STAT_LENGTH + hashLength;
    const isExtended = (bytes.readUInt16BE(flagsAt) & 0x4000) !== 0;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    let kept = Buffer.alloc(0);
    if (version === 4) {
      const strip = readVarint(bytes, nameAt);
      nameAt = strip.next;
      if (strip.value > name.length) throw new RangeError('a name shorter than nothing');
      kept = name.subarray(0, name.length - strip.value);
    }
    const end = bytes.indexOf(0, nameAt);
    if (end === -1) throw new RangeError('a name without an end');
    name = Buffer.concat([kept, bytes.subarray(nameAt, end)]);
    if (name.length > 0) (mode === GITLINK ? submodules : files).add(name.toString());
    // Up to version 3 an entry is padded with 1 to 8 zero bytes to a multiple of 8.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return sharedName(bytes, at, hashLength);
}

function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let at = from;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: at };
}

function sharedName(bytes: Buffer, from: number, hashLength: number): string | undefined {
  let at = from;
  while (at + 8 <= bytes.length - hashLength) {
    const size = bytes.readUInt32BE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'link') {
      const name = bytes.toString('hex', at + 8, at + 8 + hashLength);
      // All zeros: a split index that builds on nothing.
      return /^0+$/.test(name) ? undefined : name;
    }
    at += 8 + size;
  }
  return undefined;
}
