import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { devNull, homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { Unreadable, type GitReader } from '../git/git-reader.ts';
import { hashFile } from './hash-file.ts';
import { convertedPaths, copyIndex, type IndexPaths } from './index-copy.ts';
import { findRepository, type Repository } from './repository.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A work tree as it was at one moment. */
export interface ReadTree {
  /** The top of the work tree. */
  readonly top: string;
  readonly source: 'git' | 'git-without-repository' | 'stat';
  /** The identity of the whole work tree around the folder, or of some paths in the folder, ignored files included. */
  identity(paths: readonly string[]): string;
  /**
   * Every file of the work tree with its mode and the id of its content, as `git ls-tree -z` lists them. Paths are
   * relative to the folder, such as `../lib/a.js`. Includes the files of the git folder that decide which paths the
   * tree has.
   */
  list(): string;
  /** Removes the temporary files. Then nothing answers any more. */
  close(): void;
}

/** The folder that never counts. */
const LOOP_FOLDER = '.loop';
/** Folders of tools, left out without a repository and its ignore rules. */
const NEVER_WORK = [
  'node_modules/',
  '__pycache__/',
  '.venv/',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
];
/** The files in `.git/info` that decide which paths a tree has. */
const RULE_FILES = ['attributes', 'exclude', 'sparse-checkout'];
/** A repository in a repository in a repository … has an end. */
const MAX_DEPTH = 16;

/** The beginning of the names of our own temporary folders. */
const SHADOW_PREFIX = `loop-tree-${process.pid}-`;

interface Reading {
  readonly git: GitReader;
  readonly env: Env;
  readonly depth: number;
}

/**
 * Reads a work tree. Everything that git writes goes into a folder of its own outside the repository until the tree is
 * closed: a git folder with our settings alone, a copy of the index, new trees. So no setting, hook, filter or monitor
 * of the repository has an effect.
 */
export function openTree(folder: string, reading: Reading): ReadTree {
  if (reading.depth > MAX_DEPTH) throw new Unreadable(`${folder} is nested too deeply`);
  const root = realpathSync(folder);
  const found = findRepository(reading.git, root, reading.env);
  const isApart = found !== undefined && found.prefix !== '' && standsApart(root, found.top, reading);
  const repository = isApart ? undefined : found;
  const shadow = mkdtempSync(join(realpathSync(tmpdir()), SHADOW_PREFIX));
  const close = (): void => rmSync(shadow, { recursive: true, force: true });
  try {
    return { ...readTree(root, shadow, repository, reading), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * True for a folder that is no part of the repository around it: a nested one, one that git ignores, and one in a
 * repository of the whole home folder, where programs write all the time.
 */
function standsApart(root: string, top: string, { git, env, depth }: Reading): boolean {
  const home = env['HOME'] ?? homedir();
  const toHome = relative(top, existsSync(home) ? realpathSync(home) : home);
  const holdsHome = toHome !== '..' && !toHome.startsWith(`..${sep}`) && !isAbsolute(toHome);
  const ignored = ['--no-literal-pathspecs', 'check-ignore', '-q', '.'];
  return depth > 0 || holdsHome || git.ask(ignored, { cwd: root }) !== undefined;
}

function readTree(
  root: string,
  shadow: string,
  repository: Repository | undefined,
  reading: Reading,
): Omit<ReadTree, 'close'> {
  const { git } = reading;
  const { top, prefix, format } = repository ?? { top: root, prefix: '', format: 'sha1' as const };
  const shadowIndex = join(shadow, 'index');
  const env = {
    GIT_DIR: shadow,
    GIT_WORK_TREE: top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    HOME: shadow,
    XDG_CONFIG_HOME: shadow,
  };
  const call = (args: readonly string[], input?: string, index = shadowIndex): string =>
    git.run(args, {
      cwd: top,
      env: { ...env, GIT_INDEX_FILE: index },
      ...(input !== undefined && { input }),
    });
  const at = (path: string): string => [prefix, path].filter((part) => part !== '').join('/');
  const loopFolders = upward(prefix).map((folder) =>
    folder === '' ? LOOP_FOLDER : `${folder}/${LOOP_FOLDER}`,
  );

  writeShadow(shadow, repository);
  const entries = repository ? takeIndex(repository, shadow, loopFolders, call) : NOTHING;
  // From here on git converts nothing: the bytes on disk count.
  writeFileSync(join(shadow, 'info/attributes'), '* -text -ident -filter -working-tree-encoding\n');
  const changes = new Map<string, string>();
  const add = (path: string, to = changes): void => {
    git.checkDeadline();
    const isFolder = path.endsWith('/');
    const name = isFolder ? path.slice(0, -1) : path;
    const full = join(top, name);
    const blob = isFolder ? undefined : hashFile(full, format, git.checkDeadline);
    if (blob) to.set(name, `${blob.mode} ${blob.id}`);
    else to.set(name, (isFolder && nestedEntry(full, format, reading)) || GONE[format]);
  };
  const shadows = relative(top, join(dirname(shadow), SHADOW_PREFIX))
    .split(sep)
    .join('/');
  const isLeftOut = (path: string): boolean =>
    loopFolders.some((folder) => `${path}/`.startsWith(`${folder}/`)) || path.startsWith(shadows);

  const isOwn = (path: string): boolean =>
    path !== '' && !isLeftOut(path) && !entries.gitlinks.includes(path);
  // Each path has a tag: "C" for changed, "R" for removed, "?" for new.
  const tagged = call(['ls-files', '-t', '-z', '-m', '-d', '-o', '--exclude-standard']).split('\0');
  const own = [...new Set(tagged)].filter((line) => isOwn(line.slice(2)));
  for (const line of own) if (!line.startsWith('? ')) add(line.slice(2));
  for (const path of entries.unmerged) add(path);
  // A submodule is what its folder contains, committed or not.
  for (const path of entries.gitlinks) add(`${path}/`);
  for (const path of entries.leftOut) changes.set(path, GONE[format]);
  // New paths come last: one that stands where a folder was replaces the entries of the folder.
  for (const line of own) if (line.startsWith('? ')) add(line.slice(2));
  applyChanges(changes, call);
  const known = changes.size === 0 ? entries.tree : undefined;
  const tree = known ?? writeTree(call);

  return {
    top,
    source: repository ? 'git' : 'git-without-repository',
    list() {
      const files = fromFolder(call(['ls-tree', '-r', '-z', '--full-tree', tree]), prefix);
      const info = repository ? dirname(repository.exclude) : undefined;
      const rules = info === undefined ? [] : RULE_FILES.map((name) => [name, join(info, name)] as const);
      const lines = rules.flatMap(([name, path]) => {
        const blob = existsSync(path) ? hashFile(path, format, git.checkDeadline) : undefined;
        return blob ? `${blob.mode} blob ${blob.id}\t.git/info/${name}\0` : [];
      });
      return files + lines.join('');
    },
    identity(paths) {
      if (paths.length === 0) return tree;
      const names = [...new Set(paths)].sort().map(at);
      const isWhole = names.includes('');
      const all = isWhole ? [] : ['--', ...names];
      const extra = call(['ls-files', '-z', '-o', ...all])
        .split('\0')
        .filter((path) => path !== '' && !isLeftOut(path) && !changes.has(path.replace(/\/$/, '')));
      if (extra.length === 0 && isWhole) return tree;
      const more = new Map<string, string>();
      for (const path of extra) add(path, more);
      const index = join(shadow, 'index.paths');
      if (existsSync(shadowIndex)) copyFileSync(shadowIndex, index);
      applyChanges(more, (args, input) => call(args, input, index));
      const whole = writeTree((args) => call(args, undefined, index));
      rmSync(index, { force: true });
      const found = isWhole ? whole : call(['ls-tree', '-z', '--full-tree', whole, '--', ...names]);
      return createHash(format)
        .update(`${names.join('\0')}\n${found}`)
        .digest('hex');
    },
  };
}

/** The entry that removes a path. */
const GONE = { sha1: `0 ${'0'.repeat(40)}`, sha256: `0 ${'0'.repeat(64)}` };
const NOTHING: IndexPaths = {
  gitlinks: [],
  unmerged: [],
  leftOut: [],
  hasAttributes: false,
  isPartial: false,
  tree: undefined,
};

/** A folder and those above it, up to the top, which is empty. */
function upward(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...upward(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))))];
}

/** Rewrites the paths of a list from the top of the work tree to a folder in it. */
function fromFolder(list: string, folder: string): string {
  if (folder === '') return list;
  return list
    .split('\0')
    .map((line) => {
      const tab = line.indexOf('\t');
      return tab === -1
        ? line
        : `${line.slice(0, tab + 1)}${posix.relative(`/${folder}`, `/${line.slice(tab + 1)}`)}`;
    })
    .join('\0');
}

type Call = (args: readonly string[], input?: string) => string;

/** Writes a git folder that knows the objects and the ignore rules of a repository, and none of its settings. */
function writeShadow(shadow: string, repository: Repository | undefined): void {
  for (const folder of ['info', 'objects/info', 'refs']) mkdirSync(join(shadow, folder), { recursive: true });
  const { format = 'sha1', ignoreCase = false, excludesFile = '', objects, exclude } = repository ?? {};
  const quoted = excludesFile.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  writeFileSync(join(shadow, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(
    join(shadow, 'config'),
    [
      '[core]',
      `repositoryformatversion = ${format === 'sha1' ? 0 : 1}`,
      'bare = false',
      `fileMode = ${process.platform !== 'win32'}`,
      `ignoreCase = ${ignoreCase}`,
      `excludesFile = "${quoted}"`,
      'sparseCheckout = false',
      // Starting threads takes longer than their work.
      '[index]',
      'threads = 1',
      ...(format === 'sha1' ? [] : ['[extensions]', 'objectFormat = sha256']),
      '',
    ].join('\n'),
  );
  const lines = [
    exclude !== undefined && existsSync(exclude) ? readFileSync(exclude, 'utf8') : '',
    ...(repository ? [] : NEVER_WORK),
  ];
  writeFileSync(join(shadow, 'info/exclude'), `${lines.join('\n')}\n`);
  if (objects !== undefined) writeFileSync(join(shadow, 'objects/info/alternates'), `${objects}\n`);
}

/** Copies the index of a repository into the shadow, with doubt about every entry that git may have converted. */
function takeIndex(
  repository: Repository,
  shadow: string,
  leaveOut: readonly string[],
  call: Call,
): IndexPaths {
  const { index, format, exclude, mayConvert, filters } = repository;
  if (!existsSync(index)) return NOTHING;
  const hashBytes = format === 'sha1' ? 20 : 32;
  const copy = join(shadow, 'index');
  let from = index;
  let entries = copyIndex(from, copy, hashBytes, leaveOut);
  if (entries.isPartial) {
    from = join(shadow, 'index.full');
    const { atimeMs, mtimeMs } = statSync(index);
    for (const name of readdirSync(dirname(index)).filter((one) => one.startsWith('sharedindex.'))) {
      copyFileSync(join(dirname(index), name), join(shadow, name));
    }
    copyFileSync(index, copy);
    call(['update-index', '--no-split-index', '--force-write-index']);
    copyFileSync(copy, from);
    utimesSync(from, atimeMs / 1000, Math.floor(mtimeMs / 1000));
    entries = copyIndex(from, copy, hashBytes, leaveOut);
  }
  const attributes = join(dirname(exclude), 'attributes');
  if (!mayConvert && !entries.hasAttributes && !existsSync(attributes)) return entries;
  const sizes = (ids: readonly string[]): number[] =>
    call(['cat-file', '--batch-check=%(objectsize)', '--buffer'], `${ids.join('\n')}\n`)
      .split('\n')
      .map((size) => Number(size) % 2 ** 32);
  const converted = new Set(convertedPaths(from, hashBytes, sizes));
  if (filters.length > 0) {
    if (existsSync(attributes)) copyFileSync(attributes, join(shadow, 'info/attributes'));
    const selected = filters.map((name) => `:(attr:filter=${name})`);
    const text = call(['--no-literal-pathspecs', 'ls-files', '-z', '--', ...selected]);
    for (const path of text.split('\0')) converted.add(path);
  }
  return copyIndex(from, copy, hashBytes, leaveOut, converted);
}

/** The content of a folder with a repository of its own, as the entry of a submodule. Undefined for an empty one. */
function nestedEntry(folder: string, format: string, reading: Reading): string | undefined {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  const tree = openTree(folder, { ...reading, depth: reading.depth + 1 });
  tree.close();
  return `160000 ${createHash(format).update(tree.identity([])).digest('hex')}`;
}

function applyChanges(changes: ReadonlyMap<string, string>, call: Call): void {
  if (changes.size === 0) return;
  const input = [...changes].map(([path, entry]) => `${entry}\t${path}\0`).join('');
  call(['update-index', '-z', '--replace', '--index-info'], input);
}

function writeTree(call: Call): string {
  return call(['write-tree', '--missing-ok']).trim();
}
