import type { Repository } from './repository.ts';

/** What git's list of changes does not have. */
export interface IndexFacts {
  readonly unmerged: readonly string[];
  /** The tree of the entries, if git left it in the index. */
  readonly tree: string | undefined;
}

/** What tells the files that git converts. */
export interface Conversion {
  /** The sizes of objects by their ids. */
  sizesOf(ids: readonly string[]): readonly number[];
  /** The files with a filter, which may keep their size. */
  readonly filtered: ReadonlySet<string>;
}

/** An entry begins with times, device, inode, mode, owner and size; the object's id, the flags and the path follow. */
const MODE_AT = 24;
const SIZE_AT = 36;
const STAT_BYTES = 40;
const GITLINK = 0o160000;
const PLAIN_FILE = 0o100644;
/** Bits of the flags. */
const ASSUME_UNCHANGED = 0x8000;
const EXTENDED = 0x4000;
const STAGES = 0x3000;
const PATH_LENGTH = 0xfff;
/** A bit of the second flags, which only an extended entry has. */
const SKIP_WORKTREE = 0x4000;

/**
 * Changes an index of version 2 or 3 so that git looks again at what it would trust wrongly: a file marked assume-unchanged or
 * skip-worktree, one that changed in the second when the index was written, one that git converts, and a submodule, of
 * which git knows only the commit. Git compares whole seconds, so it would miss a second edit in it. A converted file has
 * another size than its object, or a filter.
 */
export function distrustIndex(
  bytes: Buffer,
  format: Repository['format'],
  writtenAt: number,
  conversion?: Conversion,
): IndexFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const idBytes = format === 'sha1' ? 20 : 32;
  const ids: string[] = [];
  if (conversion)
    eachEntry(bytes, idBytes, (at) =>
      ids.push(bytes.toString('hex', at + STAT_BYTES, at + STAT_BYTES + idBytes)),
    );
  const sizes = conversion?.sizesOf(ids);
  const unmerged: string[] = [];
  let index = 0;
  // An index may have 200,000 entries, and nothing compiles this loop: see `compileNothing`.
  const end = eachEntry(bytes, idBytes, (at, flags, pathAt, pathEnd) => {
    if (flags > PATH_LENGTH) {
      const flagsAt = at + STAT_BYTES + idBytes;
      view.setUint16(flagsAt, flags & ~ASSUME_UNCHANGED);
      if (flags & EXTENDED) view.setUint16(flagsAt + 2, view.getUint16(flagsAt + 2) & ~SKIP_WORKTREE);
      if (flags & STAGES) unmerged.push(bytes.toString('utf8', pathAt, pathEnd));
    }
    if (view.getUint32(at + MODE_AT) === GITLINK) view.setUint32(at + MODE_AT, PLAIN_FILE);
    const isConverted =
      conversion &&
      (view.getUint32(at + SIZE_AT) !== sizes?.[index] ||
        conversion.filtered.has(bytes.toString('utf8', pathAt, pathEnd)));
    if (isConverted || view.getUint32(at) >= writtenAt) {
      // Without times and size git compares the content.
      bytes.fill(0, at, at + 16);
      bytes.fill(0, at + SIZE_AT, at + STAT_BYTES);
    }
    index += 1;
  });
  // An empty path, a count of entries that is -1 where they have changed since, a count of trees, and the id.
  const found = /^TREE[^]{4}\0\d+ \d+\n/.exec(bytes.toString('latin1', end, end + 48))?.[0].length;
  const treeAt = end + (found ?? 0);
  return { unmerged, tree: found ? bytes.toString('hex', treeAt, treeAt + idBytes) : undefined };
}

type VisitEntry = (at: number, flags: number, pathAt: number, end: number) => void;

/** Visits the entries of an index of version 2 or 3. Returns where they end. */
function eachEntry(bytes: Buffer, idBytes: number, visit: VisitEntry): number {
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
  return at;
}
