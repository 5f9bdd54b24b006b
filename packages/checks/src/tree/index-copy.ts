import { closeSync, fstatSync, openSync, readSync, utimesSync, writeFileSync } from 'node:fs';

/** Paths of a copied index that need special care. */
export interface IndexPaths {
  readonly gitlinks: readonly string[];
  readonly unmerged: readonly string[];
  /** Entries in the folders that never count. */
  readonly leftOut: readonly string[];
  readonly hasAttributes: boolean;
  /** Other files or folders hold a part of the entries, so git must write the index in full first. */
  readonly isPartial: boolean;
  /** The tree of the entries, if git left it in the index. */
  readonly tree: string | undefined;
}

/** Sizes in an index entry: times, device, inode, mode, owner and size; the object's id and the flags follow. */
const STAT_BYTES = 40;
const ASSUME_UNCHANGED = 0x8000;
const STAGES = 0x3000;
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;
/** In the flags: the length of the path, or this value for one that is longer. */
const NAME_LENGTH = 0xfff;
const GITLINK = 0o160000;

/** Extensions that spread an index over other files or folders. */
const SPLIT_OR_SPARSE = new Set(['link', 'sdir']);

/**
 * Copies an index so that git trusts it only where it is safe. The copy has no assume-unchanged and no skip-worktree
 * marks. Git compares whole seconds. It would miss a second edit in the second when the index was written, so
 * entries from that second or later lose their times. Entries that `distrust` names lose theirs, too.
 */
export function copyIndex(
  from: string,
  to: string,
  hashBytes: number,
  leaveOut: readonly string[],
  distrust: ReadonlySet<string> = new Set(),
): IndexPaths {
  const { bytes, writtenAt } = readIndex(from);
  const view = viewOf(bytes);
  const found = { gitlinks: [] as string[], unmerged: [] as string[], leftOut: [] as string[] };
  const folders = leaveOut.map((folder) => Buffer.from(`${folder}/`));
  let hasAttributes = false;
  // An index may have 200,000 entries, and nothing compiles this loop: see `compileNothing`.
  const extensions = eachEntry(bytes, hashBytes, (at, flagsAt, names, from, to) => {
    const flags = view.getUint16(flagsAt);
    if (flags >= EXTENDED) {
      if (flags & ASSUME_UNCHANGED) view.setUint16(flagsAt, flags & ~ASSUME_UNCHANGED);
      if (flags & EXTENDED) view.setUint16(flagsAt + 2, view.getUint16(flagsAt + 2) & ~SKIP_WORKTREE);
    }
    if (flags & STAGES) found.unmerged.push(names.toString('utf8', from, to));
    if (view.getUint32(at + 24) === GITLINK) found.gitlinks.push(names.toString('utf8', from, to));
    for (let index = 0; index < folders.length; index += 1) {
      const folder = folders[index] as Buffer;
      if (names[from] === folder[0] && hasBytes(names, from, to, folder)) {
        found.leftOut.push(names.toString('utf8', from, to));
      }
    }
    if (names[to - 1] === LAST_OF_ATTRIBUTES && !hasAttributes) {
      hasAttributes = hasBytes(names, to - ATTRIBUTES.length, to, ATTRIBUTES);
    }
    const isRacy = view.getUint32(at) >= writtenAt;
    if (isRacy || (distrust.size > 0 && distrust.has(names.toString('utf8', from, to)))) {
      forgetTimes(bytes, at);
    }
  });
  writeFileSync(to, bytes, { mode: 0o600 });
  // Git takes the time of the file as the time of the last refresh.
  utimesSync(to, writtenAt, writtenAt);
  return { ...found, hasAttributes, ...readExtensions(bytes, extensions, hashBytes) };
}

/** Space for an index, used again: a large one takes 20 MB, and two in one process would double that. */
let space = Buffer.alloc(0);

function readIndex(path: string): { readonly bytes: Buffer; readonly writtenAt: number } {
  const fd = openSync(path, 'r');
  try {
    const { mtimeMs, size } = fstatSync(fd);
    if (space.length < size) space = Buffer.allocUnsafeSlow(size);
    const bytes = space.subarray(0, readSync(fd, space, 0, size, 0));
    return { bytes, writtenAt: Math.floor(mtimeMs / 1000) };
  } finally {
    closeSync(fd);
  }
}

/** The entries whose size on disk is not the size of their object: git converts these files. */
export function convertedPaths(
  path: string,
  hashBytes: number,
  sizesOf: (ids: readonly string[]) => readonly number[],
): string[] {
  const { bytes } = readIndex(path);
  const names: string[] = [];
  const ids: string[] = [];
  const sizes: number[] = [];
  eachEntry(bytes, hashBytes, (at, _flagsAt, name, from, to) => {
    if (bytes.readUInt32BE(at + 24) === GITLINK) return;
    names.push(name.toString('utf8', from, to));
    ids.push(bytes.toString('hex', at + STAT_BYTES, at + STAT_BYTES + hashBytes));
    sizes.push(bytes.readUInt32BE(at + 36));
  });
  const objects = sizesOf(ids);
  return names.filter((_, index) => sizes[index] !== objects[index]);
}

const ATTRIBUTES = Buffer.from('.gitattributes');
const LAST_OF_ATTRIBUTES = ATTRIBUTES.at(-1);

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

function forgetTimes(bytes: Buffer, at: number): void {
  bytes.fill(0, at, at + 16);
  bytes.fill(0, at + 36, at + 40);
}

function readExtensions(
  bytes: Buffer,
  from: number,
  hashBytes: number,
): Pick<IndexPaths, 'isPartial' | 'tree'> {
  let isPartial = false;
  let tree: string | undefined;
  for (let at = from; at + 8 <= bytes.length - hashBytes; at += 8 + bytes.readUInt32BE(at + 4)) {
    const name = bytes.toString('latin1', at, at + 4);
    isPartial ||= SPLIT_OR_SPARSE.has(name);
    if (name === 'TREE')
      tree = rootOf(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at + 4)), hashBytes);
  }
  return { isPartial, tree };
}

/** The id of the first tree of an extension, which is the whole: an empty path, two counts and the id. */
function rootOf(trees: Buffer, hashBytes: number): string | undefined {
  const end = trees.indexOf('\n');
  // A count of -1 has no id: the entries have changed since.
  if (end === -1 || !/^\0\d+ \d+$/.test(trees.toString('latin1', 0, end))) return undefined;
  return trees.toString('hex', end + 1, end + 1 + hashBytes);
}

function hasBytes(names: Buffer, from: number, to: number, wanted: Buffer): boolean {
  return from >= 0 && to - from >= wanted.length && names.subarray(from, from + wanted.length).equals(wanted);
}

/** Gets an entry, where its flags are, and its path: the bytes of `names` between two places. */
type VisitEntry = (at: number, flagsAt: number, names: Buffer, from: number, to: number) => void;

/** Visits every entry of an index of version 2 to 4. Returns where the extensions begin. */
function eachEntry(bytes: Buffer, hashBytes: number, visit: VisitEntry): number {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) {
    throw new Error(`the index has an unknown format (version ${version})`);
  }
  const view = viewOf(bytes);
  let path: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let left = view.getUint32(8); left > 0; left -= 1) {
    const flagsAt = at + STAT_BYTES + hashBytes;
    const flags = view.getUint16(flagsAt);
    let nameAt = flagsAt + (version > 2 && flags & EXTENDED ? 4 : 2);
    if (version < 4) {
      const length = flags & NAME_LENGTH;
      const end = length < NAME_LENGTH ? nameAt + length : endOfName(bytes, nameAt);
      visit(at, flagsAt, bytes, nameAt, end);
      at += (((end - at) >> 3) + 1) * 8;
      continue;
    }
    // A number of bytes to drop from the path before, in groups of seven bits.
    let drop = (bytes[nameAt] ?? 0) & 127;
    while ((bytes[nameAt] ?? 0) & 128) {
      nameAt += 1;
      drop = ((drop + 1) << 7) | ((bytes[nameAt] ?? 0) & 127);
    }
    nameAt += 1;
    const end = endOfName(bytes, nameAt);
    path = Buffer.concat([path.subarray(0, path.length - drop), bytes.subarray(nameAt, end)]);
    visit(at, flagsAt, path, 0, path.length);
    at = end + 1;
  }
  return at;
}

function endOfName(bytes: Buffer, nameAt: number): number {
  const end = bytes.indexOf(0, nameAt);
  if (end === -1) throw new Error('the index is cut off');
  return end;
}
