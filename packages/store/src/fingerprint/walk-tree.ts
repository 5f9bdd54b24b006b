import { lstatSync, readdirSync, type BigIntStats, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../disk/decode-text.ts';
import { readPlain } from '../disk/open-guarded.ts';
import { gitTreeAt, readHead, type GitTree } from './git-folder.ts';
import { readGitConfig, type ConfigEnv, type GitConfig } from './git-config.ts';
import { readGitIndex, type GitIndex } from './git-index.ts';
import { isIgnored, MAX_IGNORE_BYTES, parseIgnoreFile, type RuleList } from './ignore-rules.ts';

/** Something of the work tree that counts. */
export type TreeEntry =
  | { readonly kind: 'file' | 'link'; readonly path: string; readonly stats: BigIntStats }
  /** A repository inside that isn't a submodule: only the commit that it stands on counts. */
  | { readonly kind: 'repository'; readonly path: string; readonly head: string };

/** Why a walk didn't see everything. */
export type Bound = 'too-many-files' | 'index-unreadable' | 'unreadable';

export interface Walk {
  /** In an order that depends on names alone. */
  readonly entries: readonly TreeEntry[];
  readonly bounds: readonly Bound[];
}

export interface WalkRules {
  /** The top of the tree; paths are relative to it. */
  readonly top: string;
  readonly git: GitTree | undefined;
  readonly env: ConfigEnv;
  /** Paths that are left out, with all that lies under them. */
  readonly leaveOut: ReadonlySet<string>;
  /** Only what lies at or under these; undefined: everything. */
  readonly only: readonly string[] | undefined;
  readonly maxEntries: number;
}

/** Left out without git too, where no `.gitignore` says so: what tools put beside the work. */
const NEVER_WORK = new Set([
  'node_modules',
  '__pycache__',
  '.venv',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
]);

/** What holds inside one repository. */
interface Scope {
  readonly base: string;
  readonly git: GitTree | undefined;
  readonly config: GitConfig | undefined;
  readonly index: GitIndex;
  /** Folders with followed files in them; they are entered even when they are ignored. */
  readonly followedFolders: ReadonlySet<string>;
}

const NO_INDEX: GitIndex = { files: new Set(), submodules: new Set() };

/**
 * Lists the files that git would call part of the work: followed or not ignored. Runs nothing, follows no
 * link, and stops at its bounds, which it names.
 */
export function walkTree(rules: WalkRules): Walk {
  const entries: TreeEntry[] = [];
  const bounds = new Set<Bound>();

  function enterRepository(base: string, git: GitTree | undefined): void {
    const config = git && readGitConfig(git, rules.env);
    const index = git && config ? readGitIndex(git.gitFolder, config.hashLength) : 'absent';
    if (index === undefined) bounds.add('index-unreadable');
    const known = index === undefined || index === 'absent' ? NO_INDEX : index;
    const scope: Scope = { base, git, config, index: known, followedFolders: foldersOf(known) };
    enterFolder(base, scope, git && config ? userRules(base, git, config) : [], 'rules');
  }

  function enterFolder(
    folder: string,
    scope: Scope,
    outer: readonly RuleList[],
    mode: 'rules' | 'followed' | 'all',
  ): void {
    const names = list(folder);
    if (names === undefined) return;
    const lists = mode === 'rules' ? withOwnRules(folder, names, scope, outer) : outer;
    for (const entry of names) {
      if (entries.length >= rules.maxEntries) {
        bounds.add('too-many-files');
        return;
      }
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name !== '.git' && !rules.leaveOut.has(path)) visit(path, entry, scope, lists, mode);
    }
  }

  function visit(
    path: string,
    entry: Dirent,
    scope: Scope,
    lists: readonly RuleList[],
    mode: 'rules' | 'followed' | 'all',
  ): void {
    const asked = askedFor(path, rules.only);
    if (asked === 'no') return;
    const inside = scope.base === '' ? path : path.slice(scope.base.length + 1);
    if (!entry.isDirectory()) {
      const counts = mode === 'all' || asked === 'named' || scope.index.files.has(inside);
      if (counts || (mode === 'rules' && !leavesOut(path, 'file', entry.name, scope, lists)))
        addFile(path, entry);
      return;
    }
    if (scope.index.submodules.has(inside)) return enterSubmodule(path);
    // Whoever names an ignored folder means what is in it.
    const isOut =
      mode !== 'all' && (mode === 'followed' || leavesOut(path, 'folder', entry.name, scope, lists));
    if (isOut && asked === 'named') return enterFolder(path, scope, lists, 'all');
    if (isOut && asked !== 'above' && !scope.followedFolders.has(inside)) return;
    const nested = gitTreeAt(join(rules.top, path));
    if (nested !== undefined) return addRepository(path, nested, scope);
    enterFolder(path, scope, lists, isOut ? 'followed' : mode);
  }

  function enterSubmodule(path: string): void {
    const git = gitTreeAt(join(rules.top, path));
    // One that isn't checked out is an empty folder.
    if (git !== undefined) enterRepository(path, git);
  }

  function addRepository(path: string, git: GitTree, scope: Scope): void {
    // Another work tree of this very repository is other work, even if it lies inside.
    if (git.commonFolder === scope.git?.commonFolder) return;
    entries.push({ kind: 'repository', path, head: readHead(git) ?? '' });
  }

  function addFile(path: string, entry: Dirent): void {
    if (!entry.isFile() && !entry.isSymbolicLink()) return;
    try {
      const stats = lstatSync(join(rules.top, path), { bigint: true });
      entries.push({ kind: stats.isSymbolicLink() ? 'link' : 'file', path, stats });
    } catch {
      bounds.add('unreadable');
    }
  }

  function list(folder: string): Dirent[] | undefined {
    try {
      const names = readdirSync(join(rules.top, folder), { withFileTypes: true });
      return names.sort((one, other) => (one.name < other.name ? -1 : 1));
    } catch {
      bounds.add('unreadable');
      return undefined;
    }
  }

  function withOwnRules(
    folder: string,
    names: readonly Dirent[],
    scope: Scope,
    outer: readonly RuleList[],
  ): readonly RuleList[] {
    // Git reads no .gitignore through a link.
    if (!names.some((entry) => entry.name === '.gitignore' && entry.isFile())) return outer;
    const text = readRules(join(rules.top, folder, '.gitignore'));
    return text === undefined
      ? outer
      : [...outer, parseIgnoreFile(text, folder, scope.config?.casing ?? 'exact')];
  }

  enterRepository('', rules.git);
  return { entries, bounds: [...bounds] };
}

function leavesOut(
  path: string,
  kind: 'file' | 'folder',
  name: string,
  scope: Scope,
  lists: readonly RuleList[],
): boolean {
  if (scope.git === undefined && kind === 'folder' && NEVER_WORK.has(name)) return true;
  return isIgnored(path, kind, lists);
}

/** Where a path stands to the ones that were asked for. */
type Asked =
  /** Apart from all of them. */
  | 'no'
  /** A folder on the way to one. */
  | 'above'
  /** One of them. */
  | 'named'
  /** Under one, or all were asked for. */
  | 'under';

function askedFor(path: string, only: readonly string[] | undefined): Asked {
  if (only === undefined || only.includes('')) return 'under';
  if (only.includes(path)) return 'named';
  if (only.some((one) => path.startsWith(`${one}/`))) return 'under';
  return only.some((one) => one.startsWith(`${path}/`)) ? 'above' : 'no';
}

function userRules(base: string, git: GitTree, config: GitConfig): readonly RuleList[] {
  return [config.excludesFile, join(git.commonFolder, 'info', 'exclude')].flatMap((path) => {
    const text = readRules(path);
    return text === undefined ? [] : [parseIgnoreFile(text, base, config.casing)];
  });
}

function readRules(path: string): string | undefined {
  const content = readPlain(path, MAX_IGNORE_BYTES);
  if (typeof content === 'string') return undefined;
  // A file in an old character set is read byte by byte, as git does.
  return decodeText(content.bytes) ?? content.bytes.toString('latin1');
}

function foldersOf({ files, submodules }: GitIndex): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of [...files, ...submodules]) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
