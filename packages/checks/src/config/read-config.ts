import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ownPricesPath, userConfigPath } from '../own-paths.ts';
import { readPlain } from '../read-plain.ts';
import { CONFIG_NAME, fieldsOf, isCommand, namedChecks, type ConfigCheck } from './named-checks.ts';
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
  const file = readOwnConfig(path);
  return file.status === 'read' && file.text.startsWith('gitdir: ');
}

/** Reads a config that a repository brings: a plain file of at most 64 KiB, no link unless `followed`. Never throws. */
export function readConfig(path: string, links?: 'followed'): ConfigText {
  const file = readPlain(path, MAX_BYTES, links);
  if (file.status !== 'read') return file;
  try {
    return { status: 'read', text: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes) };
  } catch {
    return { status: 'unreadable', reason: 'it is not UTF-8 text' };
  }
}

/** Reads a config of the user's own, which may be a link. Never throws and never waits. */
export function readOwnConfig(path: string): ConfigText {
  return readConfig(path, 'followed');
}

/**
 * Reads the text of the user's own prices. A file inside of the project doesn't count: a repository that sets prices
 * would lift the budget. Never throws and never waits.
 */
export function readOwnPrices(root: string, env: Env): ConfigText {
  return readOutside(root, ownPricesPath(env));
}

/** Reads a file of the user's own. A repository could point the environment of a session at a file of its own. */
function readOutside(root: string, path: string | undefined): ConfigText {
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
  const checks = namedChecks(parsedConfig(readConfig(project)), baseOf(root, project));
  return new Map([...readOwnChecks(env), ...checks]);
}

/** Reads the checks that the user's own config names, as they are at this moment. Leaves out unreadable checks. */
export function readOwnChecks(env: Env): ReadonlyMap<string, ConfigCheck> {
  const own = userConfigPath(env);
  return own === undefined ? new Map() : namedChecks(parsedConfig(readOwnConfig(own)));
}

/** The JSON of a config; undefined for one that is absent or broken. */
function parsedConfig(read: ConfigText): unknown {
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

/** When to notify the user: only at the end, also at a pause and when the loop waits for them, or never. */
export const NOTIFY = ['end', 'all', 'off'] as const;
export type Notify = (typeof NOTIFY)[number];

/** How to notify a user that a loop ended, rests, or waits for them. */
export interface NotifySettings {
  readonly notify: Notify;
  /** A command of the user's own, for the shell or as a program with its arguments. */
  readonly command?: string | readonly string[];
}

/**
 * Reads how the user wants to be told: `LOOP_NOTIFY`, else their own config, else `all`. A command comes from their own
 * config alone, and never from a file inside of the project. Never throws.
 */
export function readNotifySettings(root: string, env: Env): NotifySettings {
  const config = fieldsOf(parsedConfig(readOutside(root, userConfigPath(env))));
  const { notify: asked, notifyCommand: command } = config;
  const notify =
    NOTIFY.find((one) => one === env['LOOP_NOTIFY']) ?? NOTIFY.find((one) => one === asked) ?? 'all';
  return { notify, ...(isCommand(command) && { command }) };
}
