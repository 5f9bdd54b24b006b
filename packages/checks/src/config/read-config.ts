import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ownPricesPath, userConfigPath } from '../own-paths.ts';
import { readPlain } from '../read-plain.ts';
import { CONFIG_NAME, namedChecks, type ConfigCheck } from './named-checks.ts';
import type { Env } from '../env.ts';

/** The text of a config, or why it can't be read. */
export type ConfigText =
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'absent' }
  | { readonly status: 'unreadable'; readonly reason: string };

/** No config is larger. */
const MAX_BYTES = 64 * 1024;

/**
 * Finds the config of a project: in the project's folder, or above it in the same git repository. Another repository
 * around it, such as that of a submodule, doesn't count. Returns its path, also while there is no file yet.
 */
export function findConfig(root: string): string {
  const own = join(root, CONFIG_NAME);
  if (existsSync(own)) return own;
  for (let folder = root, found: string | undefined; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    if (found === undefined && existsSync(path)) found = path;
    if (isWorkTreeTop(folder)) return found ?? own;
    if (dirname(folder) === folder) return own;
  }
}

/** True for a folder that git takes for the top of a work tree. Git goes past an empty or unfinished `.git` folder. */
function isWorkTreeTop(folder: string): boolean {
  const path = join(folder, '.git');
  if (['HEAD', 'objects', 'refs'].every((name) => existsSync(join(path, name)))) return true;
  const file = read(path, 'followed');
  return file.status === 'read' && file.text.startsWith('gitdir: ');
}

/** Reads a config that a repository brings: a plain file of at most 64 KiB, no link. Never throws and never waits. */
export function readConfig(path: string): ConfigText {
  return read(path);
}

/** Reads a config of the user's own, which may be a link. Never throws and never waits. */
export function readOwnConfig(path: string): ConfigText {
  return read(path, 'followed');
}

/**
 * Reads the text of the user's own prices. A file inside of the project doesn't count: a repository that sets prices
 * would lift the budget. Never throws and never waits.
 */
export function readOwnPrices(root: string, env: Env): ConfigText {
  return readOutside(root, ownPricesPath(env));
}

/** Reads a file of the user's own. A repository could point the environment of a session at a file of its own. */
export function readOutside(root: string, path: string | undefined): ConfigText {
  if (path === undefined) return { status: 'absent' };
  const file = readOwnConfig(path);
  if (file.status !== 'read' || !isInside(path, root)) return file;
  return { status: 'unreadable', reason: 'it lies inside of the project' };
}

function isInside(path: string, root: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(root) + sep);
  } catch {
    return true;
  }
}

/**
 * Reads the checks that have a name in a project, as they are at this moment: those of the project, then those of the
 * user. Leaves out unreadable checks.
 */
export function readNamedChecks(root: string, env: Env): ReadonlyMap<string, ConfigCheck> {
  const project = findConfig(root);
  return new Map([...readOwnChecks(env), ...checksOf(readConfig(project), baseOf(root, project))]);
}

/** Reads the checks that the user's own config names, as they are at this moment. Leaves out unreadable checks. */
export function readOwnChecks(env: Env): ReadonlyMap<string, ConfigCheck> {
  const own = userConfigPath(env);
  return own === undefined ? new Map() : checksOf(readOwnConfig(own), '');
}

function checksOf(read: ConfigText, base: string): ReadonlyMap<string, ConfigCheck> {
  return namedChecks(parsedConfig(read), base);
}

/** The JSON of a config; undefined for one that is absent or broken. */
export function parsedConfig(read: ConfigText): unknown {
  try {
    return read.status === 'read' ? JSON.parse(read.text) : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of a config, relative to the project. */
export function baseOf(root: string, path: string): string {
  return relative(root, dirname(path)).replaceAll('\\', '/');
}

function read(path: string, links?: 'followed'): ConfigText {
  const file = readPlain(path, MAX_BYTES, links);
  if (file.status !== 'read') return file;
  try {
    return { status: 'read', text: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes) };
  } catch {
    return { status: 'unreadable', reason: 'it is not UTF-8 text' };
  }
}
