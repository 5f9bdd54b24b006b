import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Paths that git's list of changes does not have. */
export interface SpecialPaths {
  readonly gitlinks: readonly string[];
  readonly unmerged: readonly string[];
  /** The tree of the entries, if git left it in the index. */
  readonly tree: string | undefined;
}

/** An entry begins with times, device, inode, mode, owner and size; the object's id, the flags and the path follow. */
const MODE_AT = 24;
const SIZE_AT = 36;
const STAT_BYTES = 40;
const GITLINK = 0o160000;
/** Bits of the flags. */
const ASSUME_UNCHANGED = 0x8000;
const EXTENDED = 0x4000;
const STAGES = 0x3000;
const PATH_LENGTH = 0xfff;
/** A bit of the second flags, which only an extended entry has. */
const SKIP_WORKTREE = 0x4000;

/** Reads an index, and the second in which git wrote it. */
export function readIndex(path: string): { readonly bytes: Buffer; readonly writtenAt: number } {
  const fd = openSync(path, 'r');
  try {
    const writtenAt = Math.floor(fstatSync(fd).mtimeMs / 1000);
    return { bytes: readFileSync(fd), writtenAt };
  } finally {
    closeSync(fd);
  }
}

/**
 * Changes an index so that git looks again at what it would trust wrongly: a file marked assume-unchanged or
 * skip-worktree, and one that changed in the second when the index was written. Git compares whole seconds, so it would
 * miss a second edit in it. Undefined for an index that git has to write anew first: one of version 4, and one with
 * entries in other files or for whole folders.
 */
export function distrustIndex(bytes: Buffer, idBytes: number, writtenAt: number): SpecialPaths | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const gitlinks: string[] = [];
  const unmerged: string[] = [];
  // An index may have 200,000 entries, and nothing compiles this loop: see `compileNothing`.
  const extensions = eachEntry(bytes, idBytes, (at, flags, pathAt, end) => {
    if (flags > PATH_LENGTH) {
      const flagsAt = at + STAT_BYTES + idBytes;
      view.setUint16(flagsAt, flags & ~ASSUME_UNCHANGED);
      if (flags & EXTENDED) view.setUint16(flagsAt + 2, view.getUint16(flagsAt + 2) & ~SKIP_WORKTREE);
      if (flags & STAGES) unmerged.push(bytes.toString('utf8', pathAt, end));
    }
    if (view.getUint32(at + MODE_AT) === GITLINK) gitlinks.push(bytes.toString('utf8', pathAt, end));
    if (view.getUint32(at) >= writtenAt) forgetStat(bytes, at);
  });
  if (!extensions || extensions.has('link') || extensions.has('sdir')) return undefined;
  // An empty path, a count of entries that is -1 where they have changed since, a count of trees, and the id.
  const trees = extensions.get('TREE') ?? Buffer.alloc(0);
  const rootAt = /^\0\d+ \d+\n/.exec(trees.toString('latin1', 0, 40))?.[0].length;
  return { gitlinks, unmerged, tree: rootAt ? trees.toString('hex', rootAt, rootAt + idBytes) : undefined };
}

/**
 * Makes git look again at the files that it converts: those whose size on disk is not the size of their object, and
 * those of `filtered`.
 */
export function distrustConverted(
  bytes: Buffer,
  idBytes: number,
  sizesOf: (ids: readonly string[]) => readonly number[],
  filtered: ReadonlySet<string>,
): void {
  const ids: string[] = [];
  eachEntry(bytes, idBytes, (at) =>
    ids.push(bytes.toString('hex', at + STAT_BYTES, at + STAT_BYTES + idBytes)),
  );
  const sizes = sizesOf(ids);
  let index = 0;
  eachEntry(bytes, idBytes, (at, _flags, pathAt, end) => {
    const isConverted = bytes.readUInt32BE(at + SIZE_AT) !== sizes[index];
    if (isConverted || filtered.has(bytes.toString('utf8', pathAt, end))) forgetStat(bytes, at);
    index += 1;
  });
}

/** Without times and size git compares the content. */
function forgetStat(bytes: Buffer, at: number): void {
  bytes.fill(0, at, at + 16);
  bytes.fill(0, at + SIZE_AT, at + STAT_BYTES);
}

type VisitEntry = (at: number, flags: number, pathAt: number, end: number) => void;

/** Visits the entries of an index of version 2 or 3, and gives its extensions by name. Undefined for version 4. */
function eachEntry(
  bytes: Buffer,
  idBytes: number,
  visit: VisitEntry,
): ReadonlyMap<string, Buffer> | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw new Error(`the index has an unknown format (version ${version})`);
  if (version === 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 12;
  for (let left = view.getUint32(8); left > 0; left -= 1) {
    const flagsAt = at + STAT_BYTES + idBytes;
    const flags = view.getUint16(flagsAt);
    const pathAt = flagsAt + (flags & EXTENDED ? 4 : 2);
    const length = flags & PATH_LENGTH;
    // A longer path has this length here.
    const end = length < PATH_LENGTH ? pathAt + length : bytes.indexOf(0, pathAt);
    visit(at, flags, pathAt, end);
    at += (((end - at) >> 3) + 1) * 8;
  }
  const extensions = new Map<string, Buffer>();
  while (at + 8 <= bytes.length - idBytes) {
    const from = at + 8;
    const end = from + view.getUint32(at + 4);
    extensions.set(bytes.toString('latin1', at, at + 4), bytes.subarray(from, end));
    at = end;
  }
  return extensions;
}
