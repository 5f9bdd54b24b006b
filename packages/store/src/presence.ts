import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { readGuarded } from './disk/open-guarded.ts';
import { sha256, shortDigest } from './disk/digest.ts';

/**
 * The name of a session's run is a hash of the session id. So an id can't inject a path, and two sessions never share
 * a run.
 */
export function runName(sessionId: string): string {
  return sha256(sessionId).slice(0, 16);
}

/** True for a valid session id: 1 to 256 characters, but not `null` or `undefined`. */
export function isSessionId(sessionId: unknown): sessionId is string {
  if (typeof sessionId !== 'string' || sessionId === 'null' || sessionId === 'undefined') return false;
  return sessionId.length > 0 && sessionId.length <= 256;
}

/** The path of a session's journal. Pure: the file need not exist. */
export function runPath(root: string, sessionId: string): string {
  return join(root, '.loop', 'runs', `${runName(sessionId)}.jsonl`);
}

/** The folder of a journal in numbered files: the same path without the extension. */
export function numberedPath(path: string): string {
  return path.slice(0, -'.jsonl'.length);
}

/**
 * True when the path of this session's journal exists. Loads only `node:fs` and `node:path`, makes one to three
 * system calls and never throws. So a hook without a loop can exit before it loads more.
 */
export function hasRun(root: string, sessionId: unknown): boolean {
  // Most projects have no loop. They don't need the name, whose digest loads `node:crypto`.
  if (!isSessionId(sessionId) || !exists(join(root, '.loop'))) return false;
  const path = runPath(root, sessionId);
  return exists(path) || exists(numberedPath(path));
}

/** The files of a hand-written loop, and the folder of jwz, whose topic may have one; relative to the root. */
const HAND_WRITTEN = [
  '.loop/state.json',
  '.loop/workflow-state.json',
  '.claude/idle-loop.local.md',
  '.loop/stack.json',
  '.jwz',
] as const;

/** The file in `.loop/` with the digests of our views. */
export const MARKS_FILE = 'views.json';
/** Larger texts need the full check in `findAdoptable`. */
const MAX_LOOKED_AT = 16 * 1024;

/**
 * True when there is something that might be a hand-written loop. An unchanged view of ours doesn't count, so that a
 * session beside another session's loop exits early too. Never throws.
 */
export function mayAdopt(root: string): boolean {
  return HAND_WRITTEN.some((path) => exists(join(root, path)) && !isView(root, path));
}

/**
 * False if there is nothing to import: `state.json` has the text that we wrote last, and `stack.json` no event that ends
 * a loop. Never throws.
 */
export function mayBeEdited(root: string): boolean {
  const state = '.loop/state.json';
  if (exists(join(root, state)) && !isView(root, state)) return true;
  const stack = readGuarded(join(root, '.loop/stack.json'), MAX_LOOKED_AT);
  return typeof stack === 'string' ? stack !== 'absent' : stack.bytes.includes('ABORT');
}

function isView(root: string, path: string): boolean {
  if (!path.startsWith('.loop/')) return false;
  // The stack is never edited, so it has no mark: it is a view wherever a loop of ours wrote marks.
  if (path === '.loop/stack.json') return exists(join(root, '.loop', MARKS_FILE));
  const text = readGuarded(join(root, path), MAX_LOOKED_AT);
  const marks = readGuarded(join(root, '.loop', MARKS_FILE), MAX_LOOKED_AT);
  if (typeof text === 'string' || typeof marks === 'string') return false;
  try {
    const { [basename(path)]: mark } = JSON.parse(marks.bytes.toString()) as Record<
      string,
      { digest?: unknown }
    >;
    return mark?.digest === shortDigest(text.bytes.toString());
  } catch {
    return false;
  }
}

/** The environment variable that names the project. */
export interface RootEnv {
  readonly CLAUDE_PROJECT_DIR?: string | undefined;
}

/**
 * The real path of the project: `CLAUDE_PROJECT_DIR`, else the nearest folder from `cwd` upward with this session's
 * journal, else the nearest one with `.loop/`, else undefined. The session comes first because Claude may change into
 * work trees and sub-folders with a `.loop/` of their own.
 */
export function findRoot(env: RootEnv, cwd: string, sessionId?: string): string | undefined {
  const named = realFolder(env.CLAUDE_PROJECT_DIR ?? '');
  if (named !== undefined) return named;
  let nearest: string | undefined;
  let folder = realFolder(cwd);
  while (folder !== undefined) {
    if (statsOf(join(folder, '.loop'))?.isDirectory()) {
      nearest ??= folder;
      if (sessionId === undefined || hasRun(folder, sessionId)) return folder;
    }
    folder = dirname(folder) === folder ? undefined : dirname(folder);
  }
  return nearest;
}

function realFolder(path: string): string | undefined {
  try {
    const real = isAbsolute(path) ? realpathSync.native(path) : '';
    return statsOf(real)?.isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function exists(path: string): boolean {
  return statsOf(path) !== undefined;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
