import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { checksum } from './disk/checksum.ts';
import { readGuarded } from './disk/open-guarded.ts';
import { sha256 } from './disk/sha256.ts';

/**
 * The name of a session's run is a hash of the session id, never the id: no path can be smuggled in, and
 * two sessions can neither share nor trap each other.
 */
export function runName(sessionId: string): string {
  if (latest?.sessionId !== sessionId) latest = { sessionId, name: sha256(sessionId).slice(0, 16) };
  return latest.name;
}

/** The last name: a hook asks again and again for that of its own session. */
let latest: { readonly sessionId: string; readonly name: string } | undefined;

/** True for what a client may call a session: 1 to 256 characters and not one of the words for «none». */
export function isSessionId(sessionId: unknown): sessionId is string {
  return (
    typeof sessionId === 'string' &&
    sessionId.length > 0 &&
    sessionId.length <= 256 &&
    sessionId !== 'null' &&
    sessionId !== 'undefined'
  );
}

/** Where the journal of a session lies under a root. Pure: the file need not exist. */
export function runPath(root: string, sessionId: string): string {
  return join(root, '.loop', 'runs', `${runName(sessionId)}.jsonl`);
}

/** Where a journal in numbered files lies: a folder of the same name without the ending. */
export function numberedPath(path: string): string {
  return path.slice(0, -'.jsonl'.length);
}

/**
 * True when something lies where this session's journal would lie. Loads nothing but `node:fs` and
 * `node:path`, makes one to three system calls and never throws, so that a hook in a
 * session without a loop can leave before it loads anything else.
 */
export function hasRun(root: string, sessionId: unknown): boolean {
  // Most projects have no loop at all, and need no name for one: in a cold engine that is the dear part.
  if (!isSessionId(sessionId) || !exists(join(root, '.loop'))) return false;
  const path = runPath(root, sessionId);
  return exists(path) || exists(numberedPath(path));
}

/** Where a loop may have been written down by hand, relative to the root. */
export const HAND_WRITTEN = [
  '.loop/state.json',
  '.loop/workflow-state.json',
  '.claude/idle-loop.local.md',
] as const;

/** The file in `.loop/` that says which texts there are views of ours. */
export const MARKS_FILE = 'views.json';
/** A larger text is left to whoever may load more than this module does. */
const MAX_LOOKED_AT = 16 * 1024;

/**
 * True when there is a file that might be a hand-written loop. What is word for word a view of ours is none, so
 * that a session beside somebody's loop pays no more than one alone. Never throws.
 */
export function mayAdopt(root: string): boolean {
  return HAND_WRITTEN.some((path) => exists(join(root, path)) && !isView(root, path));
}

function isView(root: string, path: string): boolean {
  if (!path.startsWith('.loop/')) return false;
  const text = readGuarded(join(root, path), MAX_LOOKED_AT);
  const marks = readGuarded(join(root, '.loop', MARKS_FILE), MAX_LOOKED_AT);
  if (typeof text === 'string' || typeof marks === 'string') return false;
  try {
    const { [basename(path)]: mark } = JSON.parse(marks.bytes.toString()) as Record<
      string,
      { digest?: unknown }
    >;
    return mark?.digest === checksum(text.bytes.toString());
  } catch {
    return false;
  }
}

/** What decides where the project is. */
export interface RootEnv {
  readonly CLAUDE_PROJECT_DIR?: string | undefined;
}

/**
 * The real path of the project: `CLAUDE_PROJECT_DIR` where the client names it, else the nearest folder
 * upward from `cwd` that holds this session's journal, else the nearest one that has `.loop/`, else
 * undefined. The session comes first because Claude changes into worktrees and sub-folders that may have
 * a `.loop/` of their own.
 */
export function findRoot(env: RootEnv, cwd: string, sessionId?: string): string | undefined {
  const named = env.CLAUDE_PROJECT_DIR;
  if (named !== undefined && named !== '' && isAbsolute(named)) {
    const root = realFolder(named);
    if (root !== undefined) return root;
  }
  if (!isAbsolute(cwd)) return undefined;
  const start = realFolder(cwd);
  if (start === undefined) return undefined;
  let nearest: string | undefined;
  for (const folder of upward(start)) {
    if (!isFolder(join(folder, '.loop'))) continue;
    nearest ??= folder;
    if (sessionId === undefined || hasRun(folder, sessionId)) return folder;
  }
  return nearest;
}

function* upward(start: string): Generator<string> {
  let folder = start;
  for (;;) {
    yield folder;
    const parent = dirname(folder);
    if (parent === folder) return;
    folder = parent;
  }
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return isFolder(real) ? real : undefined;
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
