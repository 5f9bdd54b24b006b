import type { Env } from '../env.ts';

/**
 * Every git reads the entries of all work trees, and dies where another git has only begun to write one. A moment later
 * the entry is whole.
 */
export const HALF_MADE = /\/worktrees\/[^/\n]+\/(?:commondir|gitdir)\b/;
export const TRIES = 10;
export const TRY_AGAIN_MS = 50;

/** Git sets these for its hooks. They would lead us to another repository than the folder's. */
const LOCAL_VARIABLES =
  /^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|CONFIG|DIR|GRAFT_FILE|IMPLICIT_WORK_TREE|INDEX_FILE|INTERNAL_SUPER_PREFIX|NAMESPACE|NO_REPLACE_OBJECTS|OBJECT_DIRECTORY|PREFIX|QUARANTINE_PATH|REPLACE_REF_BASE|SHALLOW_FILE|WORK_TREE)$/;

/** The user's environment for a git that asks nothing: no editor, no password. */
export function withoutQuestions(env: Env): Env {
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !LOCAL_VARIABLES.test(name))),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_MERGE_AUTOEDIT: 'no',
  };
}

/** The environment for a git that only reads: without the caller's settings, and without fetching or locking anything. */
export function forReading(env: Env): Env {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
  };
}
