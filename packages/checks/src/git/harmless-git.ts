import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import type { Env } from '../env.ts';

/** Settings that would start a program for no single file, or make git trust something other than the files. */
export const HARMLESS_SETTINGS: readonly string[] = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting]);

/** Settings whose value git runs. */
const PROGRAM =
  /^(?:core\.(?:fsmonitor|hookspath|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand)|filter\..*\.(?:clean|smudge|process)|diff\.(?:.*\.)?(?:command|textconv|external)|merge\..*\.driver|(?:merge|diff)tool\..*\.cmd|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|sequence\.editor|interactive\.difffilter|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack|vcs)|trailer\..*\.(?:command|cmd))$/;
/** Values that switch a setting off, where the empty text does not. */
const NEUTRAL: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hookspath': devNull,
  'core.sshcommand': 'ssh',
  'core.editor': 'true',
  'core.pager': 'cat',
};
const UPLOAD = /^remote\..*\.(uploadpack|receivepack)$/;
const TIMEOUT_MS = 10_000;

/**
 * Arguments that stand before git's own, so that git runs no program that the repository's settings name: no hook, no
 * filter, no monitor. The settings of the user and of the machine stay as they are. An unpacked archive brings its own
 * `.git/config`, and a client that works in a repository can write it, so the settings are read anew for each call.
 * Throws if they can't be read, or can't be switched off.
 */
export function harmlessGit(program: string, cwd: string, env: Env): readonly string[] {
  const { status, stdout, stderr } = spawnSync(
    program,
    [...HARMLESS_SETTINGS, 'config', '--list', '--show-scope', '-z'],
    { cwd, env, encoding: 'utf8', timeout: TIMEOUT_MS, windowsHide: true },
  );
  const own = new Set<string>();
  const outer = new Map<string, string[]>();
  if (status !== 0) throw new Error(`git config failed: ${stderr?.trim() || 'it was ended'}`);
  const parts = stdout.split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope, entry = ''] = [parts[at], parts[at + 1]];
    const end = entry.indexOf('\n');
    const key = end < 0 ? entry : entry.slice(0, end);
    const required = /^(filter\..*)\.required$/.exec(key)?.[1];
    if (!PROGRAM.test(key) && required === undefined) continue;
    if (scope === 'local' || scope === 'worktree') own.add(key);
    else if (scope !== 'command') outer.set(key, [...(outer.get(key) ?? []), entry.slice(end + 1)]);
  }
  const overrides = [...own].flatMap((key) => {
    // `-c` would end the name there.
    if (key.includes('=')) throw new Error(`git runs nothing here: the repository's settings name ${key}`);
    const users = outer.get(key) ?? [];
    return [`${key}=${neutralOf(key)}`, ...users.map((value) => `${key}=${value}`)];
  });
  return [...HARMLESS_SETTINGS, ...overrides.flatMap((setting) => ['-c', setting])];
}

function neutralOf(key: string): string {
  const upload = UPLOAD.exec(key)?.[1];
  if (upload !== undefined) return upload === 'uploadpack' ? 'git-upload-pack' : 'git-receive-pack';
  return NEUTRAL[key] ?? (key.endsWith('.required') ? 'false' : '');
}
