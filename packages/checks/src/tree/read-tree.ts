import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join, posix, relative, sep } from 'node:path';
import { type GitReader, requireUtf8, Unreadable } from '../git/git-reader.ts';
import { hashFile } from './hash-file.ts';
import { distrustIndex, type IndexFacts } from './distrust-index.ts';
import { findRepository, type Reading, type Repository } from './repository.ts';
import { LOOP_FOLDER, TOOL_FOLDERS } from './stat-identity.ts';

/** A work tree as it was at one moment. */
export interface ReadTree {
  /** The identity of the whole work tree around the folder, or of some paths in the folder, ignored files included. */
  identity(paths: readonly string[]): string;
  /**
   * Every file of the work tree with its mode and the id of its content, as `git ls-tree -z` lists them. Paths are
   * relative to the folder, such as `../lib/a.js`. Includes the files of the git folder that decide which paths the
   * tree has.
   */
  list(): string;
  /** The contents of the files that git doesn't have, as a pack of git; empty without such files. */
  contents(): Uint8Array;
  /** Removes the temporary files. Then nothing answers any more. */
  close(): void;
}

/** The files in `.git/info` that decide which paths a tree has. */
const RULE_FILES = ['attributes', 'exclude', 'sparse-checkout'];
/** A repository in a repository in a repository … has an end. */
const MAX_DEPTH = 16;
/** The beginning of the names of our own temporary folders. */
const SHADOW_PREFIX = `loop-tree-${process.pid}-`;
/** The entry that removes a path. */
const GONE = { sha1: `0 ${'0'.repeat(40)}`, sha256: `0 ${'0'.repeat(64)}` };

/**
 * Reads a work tree. Everything that git writes goes into a folder of its own outside the repository until the tree is
 * closed: a git folder with our settings alone, a copy of the index, new trees. So no setting, hook, filter or monitor
 * of the repository has an effect.
 */
export function openTree(folder: string, reading: Reading): ReadTree {
  if (reading.depth > MAX_DEPTH) throw new Unreadable(`${folder} is nested too deeply`);
  const root = realpathSync(folder);
  const repository = findRepository(root, reading);
  const shadow = mkdtempSync(join(realpathSync(tmpdir()), SHADOW_PREFIX));
  const close = (): void => rmSync(shadow, { recursive: true, force: true });
  try {
    return { ...readTree(root, shadow, repository, reading), close };
  } catch (error) {
    close();
    throw error;
  }
}

const NOTHING = { unmerged: [], leftOut: [], tree: undefined };

type Call = (args: readonly string[], input?: string) => string;

/**
 * Binds git to a shadow and the work tree that it looks at. New objects lie beside the other files of the shadow: a kernel
 * may take milliseconds to remove a folder.
 */
export function callIn(git: GitReader, shadow: string, top: string, objects = shadow): Call {
  const env = {
    GIT_DIR: shadow,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_WORK_TREE: top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    HOME: shadow,
    XDG_CONFIG_HOME: shadow,
  };
  return (args, input = '') => git.run(args, { cwd: top, env, input });
}

function readTree(
  root: string,
  shadow: string,
  repository: Repository | undefined,
  reading: Reading,
): Omit<ReadTree, 'close'> {
  const { git } = reading;
  const { top, prefix, format } = repository ?? { top: root, prefix: '', format: 'sha1' as const };
  const call = callIn(git, shadow, top);
  const loopFolders = upward(prefix).map((folder) => posix.join(folder, LOOP_FOLDER));
  const shadows = relative(top, join(dirname(shadow), SHADOW_PREFIX))
    .split(sep)
    .join('/');
  const isLeftOut = (path: string): boolean =>
    loopFolders.some((folder) => `${path}/`.startsWith(`${folder}/`)) || path.startsWith(shadows);
  /** The entry of a path as it is on disk: a file, a link, or a folder with a repository of its own. */
  const entryOf = (path: string): string => {
    git.checkDeadline();
    requireUtf8(path);
    const full = join(top, path);
    const entry = hashFile(full, format, git.checkDeadline) ?? nestedEntry(full, format, reading);
    return `${entry ?? GONE[format]}\t${path}\0`;
  };
  const put = (entries: readonly string[]): void => {
    if (entries.length > 0) call(['update-index', '-z', '--replace', '--index-info'], entries.join(''));
  };

  writeShadow(shadow, repository);
  const { unmerged, leftOut, tree: stored } = takeIndex(repository, shadow, loopFolders, call);
  convertNothing(shadow);
  // Each path has a tag: "C" for changed, "R" for removed, "?" for new.
  const tagged = lines(call(['ls-files', '-t', '-z', '-m', '-d', '-o', '--exclude-standard']));
  const pathsOf = (isNew: boolean): readonly string[] =>
    tagged.filter((line) => line.startsWith('? ') === isNew).map((line) => toEntryPath(line.slice(2)));
  const changed = new Set([...pathsOf(false), ...unmerged]);
  const added = pathsOf(true).filter((path) => !changed.has(path));
  const entries = [
    ...leftOut.map((path) => `${GONE[format]}\t${path}\0`),
    // New paths come last: one that stands where a folder was replaces the entries of the folder.
    ...[...changed, ...added].filter((path) => !isLeftOut(path)).map(entryOf),
  ];
  put(entries);
  const writeTree = (): string => call(['write-tree', '--missing-ok']).trim();
  const tree = (entries.length === 0 && stored) || writeTree();

  return {
    identity(paths) {
      if (paths.length === 0) return tree;
      const named = [...new Set(paths)].sort().map((path) => posix.join(prefix, path));
      const names = [...new Set(named.flatMap((name) => entriesOf(name, top)))];
      const ignored = lines(call(['ls-files', '-z', '-o', '--', ...names])).map(toEntryPath);
      put(ignored.filter((path) => !isLeftOut(path)).map(entryOf));
      const found = call(['ls-tree', '-z', '--full-tree', writeTree(), '--', ...names]);
      return createHash(format)
        .update(`${names.join('\0')}\n${found}`)
        .digest('hex');
    },
    list() {
      const files = fromFolder(call(['ls-tree', '-r', '-z', '--full-tree', tree]), prefix);
      const rules = RULE_FILES.flatMap((name) => {
        const entry = repository && hashFile(join(repository.info, name), format, git.checkDeadline);
        return entry === undefined ? [] : `${entry.replace(' ', ' blob ')}\t.git/info/${name}\0`;
      });
      return files + rules.join('');
    },
    contents() {
      const files = entries.flatMap((entry) => [...entry.matchAll(/^1[02]\d+ (\w+)\t([^]+\0)$/g)]);
      if (files.length === 0) return new Uint8Array();
      call(['update-index', '-z', '--add', '--stdin'], files.map(([, , path]) => path).join(''));
      const ids = files.map(([, id]) => `${id}\n`).join('');
      const id = call(['pack-objects', '-q', join(shadow, 'start')], ids).trim();
      return readFileSync(join(shadow, `start-${id}.pack`));
    },
  };
}

/**
 * The entries of git that hold a named path. Git has no entry behind a link or in a nested repository: there the link and
 * the place that it leads to count, or the whole repository.
 */
function entriesOf(name: string, top: string): readonly string[] {
  for (const folder of upward(name).reverse().slice(1)) {
    const full = join(top, folder);
    const isLink = lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink && folder !== name && existsSync(full)) {
      const target = relative(top, realpathSync(full)).split(sep).join('/');
      if (target.startsWith('..')) throw new Unreadable(`${name} leads out of the work tree`);
      return [folder, ...entriesOf(posix.join(target, name.slice(folder.length + 1)), top)];
    }
    if (existsSync(join(full, '.git'))) return [folder];
  }
  return [name];
}

function lines(text: string): readonly string[] {
  return text.split('\0').filter((line) => line !== '');
}

/** Git lists a folder with a repository of its own with a slash, and names it without one in an entry. */
function toEntryPath(path: string): string {
  return path.replace(/\/$/, '');
}

/** A folder and those above it, up to the top, which is empty. */
function upward(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...upward(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))))];
}

/** Rewrites the paths of a list from the top of the work tree to a folder in it. */
function fromFolder(list: string, folder: string): string {
  if (folder === '') return list;
  return list.replaceAll(
    /\t([^\0]+)\0/g,
    (_, path: string) => `\t${posix.relative(`/${folder}`, `/${path}`)}\0`,
  );
}

/** From here on git converts nothing: the bytes on disk count. */
export function convertNothing(shadow: string): void {
  writeFileSync(join(shadow, 'info/attributes'), '* -text -ident -filter -working-tree-encoding\n');
}

/** Writes a git folder that knows the objects and the ignore rules of a repository, and none of its settings. */
export function writeShadow(shadow: string, repository: Repository | undefined, objects = shadow): void {
  for (const folder of [join(shadow, 'info'), join(objects, 'info'), join(shadow, 'refs')])
    mkdirSync(folder, { recursive: true });
  const { format = 'sha1', ignoreCase = false, excludesFile = '' } = repository ?? {};
  const quoted = excludesFile.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  writeFileSync(join(shadow, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(
    join(shadow, 'config'),
    [
      '[core]',
      `repositoryformatversion = ${format === 'sha1' ? 0 : 1}`,
      `fileMode = ${process.platform !== 'win32'}`,
      `ignoreCase = ${ignoreCase}`,
      `excludesFile = "${quoted}"`,
      // Starting threads takes longer than their work.
      '[index]',
      'threads = 1',
      ...(format === 'sha1' ? [] : ['[extensions]', 'objectFormat = sha256']),
      '',
    ].join('\n'),
  );
  if (!repository) return writeFileSync(join(shadow, 'info/exclude'), TOOL_FOLDERS.join('/\n') + '/\n');
  const exclude = join(repository.info, 'exclude');
  if (existsSync(exclude)) copyFileSync(exclude, join(shadow, 'info/exclude'));
  writeFileSync(join(objects, 'info/alternates'), `${repository.objects}\n`);
}

/** Copies the index of a repository into the shadow, with doubt about every entry that git would trust wrongly. */
function takeIndex(
  repository: Repository | undefined,
  shadow: string,
  loopFolders: readonly string[],
  call: Call,
): IndexFacts & { readonly leftOut: readonly string[] } {
  if (!repository || !existsSync(repository.index)) return NOTHING;
  const { index, info, format, mayConvert, hasFilters } = repository;
  const copy = join(shadow, 'index');
  const shared = readdirSync(dirname(index)).filter((name) => name.startsWith('sharedindex.'));
  let { bytes, writtenAt } = readIndex(index);
  // Entries in other files, entries with a part of a path (version 4), entries for whole folders.
  const isUncommon = shared.length > 0 || bytes.readUInt32BE(4) > 3 || bytes.includes('sdir\0');
  if (isUncommon || hasFilters) writeFileSync(copy, bytes);
  if (isUncommon) {
    for (const name of shared) copyFileSync(join(dirname(index), name), join(shadow, name));
    call(['update-index', '--no-split-index', '--index-version', '2', '--force-write-index']);
    bytes = readFileSync(copy);
  }
  const attributes = join(info, 'attributes');
  if (existsSync(attributes)) copyFileSync(attributes, join(shadow, 'info/attributes'));
  const filtered = ['--no-literal-pathspecs', 'ls-files', '-z', '--', '.', ':(exclude,attr:!filter)'];
  const conversion = (mayConvert || existsSync(attributes) || bytes.includes('.gitattributes')) && {
    sizesOf: (ids: readonly string[]) =>
      call(['cat-file', '--batch-check=%(objectsize)', '--buffer'], `${ids.join('\n')}\n`)
        .split('\n')
        .map((size) => Number(size) % 2 ** 32),
    filtered: new Set(hasFilters ? lines(call(filtered)) : []),
  };
  const special = distrustIndex(bytes, format, writtenAt, conversion || undefined);
  writeFileSync(copy, bytes);
  // Git takes the time of the file as the time of the last refresh.
  utimesSync(copy, writtenAt, writtenAt);
  const hasLoopFiles = loopFolders.some((folder) => bytes.includes(`${folder}/`));
  return { ...special, leftOut: hasLoopFiles ? lines(call(['ls-files', '-z', '--', ...loopFolders])) : [] };
}

/** Reads an index, and the second in which git wrote it. */
function readIndex(path: string): { readonly bytes: Buffer; readonly writtenAt: number } {
  const fd = openSync(path, 'r');
  try {
    return { writtenAt: Math.floor(fstatSync(fd).mtimeMs / 1000), bytes: readFileSync(fd) };
  } finally {
    closeSync(fd);
  }
}

/** What a folder contains, committed or not, as the entry of a submodule. Undefined for an empty one, and for no folder. */
function nestedEntry(folder: string, format: string, reading: Reading): string | undefined {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || readdirSync(folder).length === 0) return undefined;
  const tree = openTree(folder, { ...reading, depth: reading.depth + 1 });
  tree.close();
  return `160000 ${createHash(format).update(tree.identity([])).digest('hex')}`;
}
