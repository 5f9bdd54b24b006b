import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Git } from '@loopwright/checks';

/** What git itself would run or obey: its settings and its hooks, by name. */
type GitGuard = ReadonlyMap<string, string>;

const MAX_HOOK_BYTES = 16 * 1024 * 1024;

/**
 * Reads the settings and the hooks of a repository. A client that works in it could write a hook or a setting that
 * names a program, and git would run it with the rights of the driver.
 */
export async function readGuard(git: Git): Promise<GitGuard> {
  const guard = new Map<string, string>();
  for (const entry of (await git.read(['config', '--list', '-z'])).split('\0')) {
    const name = `setting ${entry.split('\n', 1)[0]}`;
    // Git itself writes these when a branch is made.
    if (!entry.startsWith('branch.')) guard.set(name, `${guard.get(name) ?? ''}\0${entry}`);
  }
  const hooks = await git.runAsUser(['rev-parse', '--git-path', 'hooks']);
  const folder = resolve(git.cwd, hooks.code === 0 ? hooks.stdout.trim() : '.git/hooks');
  for (const name of namesIn(folder)) guard.set(`hook ${name}`, contentOf(join(folder, name)));
  return guard;
}

/** Names what differs between two readings. */
export function guardChanges(before: GitGuard, now: GitGuard): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.endsWith('.sample'));
  } catch {
    return [];
  }
}

function contentOf(path: string): string {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile() && !stats.isSymbolicLink()) return 'folder';
    if (stats.size > MAX_HOOK_BYTES) return `large ${stats.size} ${stats.mtimeMs}`;
    return createHash('sha256').update(readFileSync(path)).update(String(stats.mode)).digest('hex');
  } catch {
    return 'unreadable';
  }
}
