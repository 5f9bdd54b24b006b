import { readlinkSync, realpathSync, type BigIntStats } from 'node:fs';
import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import { homeFolder } from '../disk/home-folder.ts';
import { errnoOf, StoreError } from '../errors.ts';
import { closeQuietly, openGuarded, readBetween } from '../disk/open-guarded.ts';
import { loadCrypto } from '../disk/sha256.ts';
import { openContentCache, type ContentCache } from './content-cache.ts';
import { findGitTree } from './git-folder.ts';
import type { ConfigEnv } from './git-config.ts';
import { walkTree, type Bound, type TreeEntry } from './walk-tree.ts';

/** What a work tree looks like, in a form that can be compared. */
export interface Fingerprint {
  /** Equal for equal work trees, whatever git has committed, staged or refreshed. */
  readonly value: string;
  readonly files: number;
  /** Why not everything could be looked at; empty when everything was. */
  readonly bounds: readonly (Bound | 'large-files')[];
}

export interface FingerprintOptions {
  /** Only these files and folders, relative to the root; left out: the whole work tree. */
  readonly paths?: readonly string[];
  readonly env?: ConfigEnv;
  readonly maxFiles?: number;
}

/** More files than this aren't looked at; that is several times the Linux kernel. */
const MAX_FILES = 250_000;
/** The content of a larger file doesn't count, only its size and time. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Beyond this sum, files count with size and time only. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

/**
 * Gives the fingerprint of the work tree that a root lies in: the content of every file that git follows or
 * would not ignore, or names, sizes and times where there is no git. Runs no process, so that a stop hook may
 * ask; `.loop/` doesn't count. Throws `StoreError` for paths that lead out of the root.
 *
 * @example
 * const before = fingerprint(root).value;
 * // … a check runs …
 * const isFresh = fingerprint(root).value === before;
 */
export function fingerprint(root: string, options: FingerprintOptions = {}): Fingerprint {
  const folder = realFolder(root);
  const git = findGitTree(folder);
  const top = git?.top ?? folder;
  const inside = toPosix(relative(top, folder));
  const at = (path: string): string => (inside === '' ? path : path === '' ? inside : `${inside}/${path}`);

  const walk = walkTree({
    top,
    git,
    env: options.env ?? { HOME: homeFolder(), XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME },
    leaveOut: new Set([at('.loop')]),
    only: options.paths?.map((path) => at(parsePath(path))),
    maxEntries: options.maxFiles ?? MAX_FILES,
  });

  const cache = openContentCache(folder);
  const digester = git === undefined ? digestByTime : digestByContent(top, cache);
  const sum = loadCrypto().createHash('sha256');
  let hasLarge = false;
  for (const entry of walk.entries) {
    const digest = digester(entry);
    hasLarge ||= digest.startsWith('stat ');
    sum.update(`${entry.path}\0${digest}\n`);
  }
  cache.save();
  const bounds = git !== undefined && hasLarge ? [...walk.bounds, 'large-files' as const] : walk.bounds;
  return {
    value: `${git === undefined ? 't' : 'c'}1-${sum.digest('hex').slice(0, 40)}`,
    files: walk.entries.length,
    bounds,
  };
}

function realFolder(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    throw new StoreError('io', `Could not look at ${root}: ${errnoOf(error)}. Is it a folder?`, {
      cause: error,
    });
  }
}

type Digester = (entry: TreeEntry) => string;

/** Without git nothing says what belongs to the work, so contents would cost too much. */
const digestByTime: Digester = (entry) =>
  entry.kind === 'repository' ? `repository ${entry.head}` : byTime(entry.stats);

function byTime({ size, mtimeNs, mode }: BigIntStats): string {
  return `stat ${size} ${mtimeNs} ${mode & 0o170100n}`;
}

function digestByContent(top: string, cache: ContentCache): Digester {
  let total = 0n;
  return (entry) => {
    if (entry.kind === 'repository') return `repository ${entry.head}`;
    const { path, stats } = entry;
    if (entry.kind === 'link') return `link ${readLink(join(top, path))}`;
    total += stats.size;
    if (stats.size > BigInt(MAX_FILE_BYTES) || total > BigInt(MAX_TOTAL_BYTES)) return byTime(stats);
    const kind = (stats.mode & 0o100n) === 0n ? 'file' : 'program';
    const known = cache.find(path, stats);
    if (known !== undefined) return `${kind} ${known}`;
    const digest = digestFile(join(top, path));
    if (digest === undefined) return `${kind} unreadable`;
    // Remembered under what was seen before it was read: if it changed in between, nothing will match that.
    cache.add(path, stats, digest);
    return `${kind} ${digest}`;
  };
}

function digestFile(path: string): string | undefined {
  const file = openGuarded(path, {
    access: 'read',
    maxBytes: MAX_FILE_BYTES,
    maxLinks: Number.MAX_SAFE_INTEGER,
    owner: 'anyone',
  });
  if (typeof file === 'string') return undefined;
  try {
    return loadCrypto().hash('sha256', readBetween(file.fd, 0, file.size), 'hex');
  } catch {
    return undefined;
  } finally {
    closeQuietly(file.fd);
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function parsePath(path: string): string {
  const clean = toPosix(normalize(path)).replace(/\/+$/, '');
  if (path === '' || isAbsolute(path) || clean === '..' || clean.startsWith('../')) {
    throw new StoreError(
      'bad-argument',
      `A check can depend only on paths inside the project; ${path} is not one.`,
    );
  }
  return clean === '.' ? '' : clean;
}

function toPosix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
