import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hooksOffIn } from '@loopwright/hooks/facts';
import { findRoot, hasRun, isSessionId, mainTreeOf, transcriptPathOf } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import type { Context, Env } from '../program/context.ts';

/** Where a verb works, and for which session. */
export interface Place {
  /** The real path of the project; undefined where nothing says that there is one. */
  readonly root: string | undefined;
  readonly sessionId: string | undefined;
}

/** Finds the project and the session. Throws `CliError` for a project or a session that can't be one. */
export function findPlace({ env, cwd, flags }: Context): Place {
  const sessionId = flags.session ?? (env['LOOP_SESSION'] || env['CLAUDE_CODE_SESSION_ID'] || undefined);
  if (sessionId !== undefined && !isSessionId(sessionId)) {
    throw new CliError({ exit: 'usage', message: 'That is no session id: it has 1 to 256 characters.' });
  }
  const root =
    flags.project === undefined
      ? findLoopRoot(env, cwd, sessionId)
      : projectFolder(resolve(cwd, flags.project));
  return { root, sessionId };
}

/** A linked work tree has no loop of its own: the one that Claude works for lies in the main work tree. */
function findLoopRoot(env: Env, cwd: string, sessionId: string | undefined): string | undefined {
  const here = findRoot(env, cwd, sessionId);
  if (here !== undefined && (sessionId === undefined || hasRun(here, sessionId))) return here;
  const main = mainTreeOf(cwd);
  const there = main === undefined ? undefined : findRoot(env, main, sessionId);
  return there !== undefined && (here === undefined || hasRun(there, sessionId ?? '')) ? there : here;
}

/**
 * Finds the project for something new. Hooks look for a run in the folder that Claude was started in, so this has
 * to be the same one: the folder that holds this session's journal or its transcript, else the one that one stands
 * in. A `.loop/` further up, such as one in the home folder, says nothing.
 */
export function findNewRoot(context: Context, { root, sessionId } = findPlace(context)): string {
  const { env, cwd, flags } = context;
  if (root !== undefined && (flags.project !== undefined || env['CLAUDE_PROJECT_DIR'])) return root;
  const here = projectFolder(cwd);
  if (sessionId === undefined) return here;
  if (root !== undefined && hasRun(root, sessionId)) return root;
  return upward(here).find((folder) => hasTranscript(env, folder, sessionId)) ?? here;
}

function hasTranscript(env: Env, folder: string, sessionId: string): boolean {
  // Only ids of the client's own form go into a path.
  if (!/^[A-Za-z0-9-]{1,64}$/.test(sessionId)) return false;
  return existsSync(transcriptPathOf(env, folder, sessionId));
}

function upward(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upward(parent)];
}

function projectFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync.native(path);
  } catch (error) {
    throw new CliError({ exit: 'usage', message: `The project ${path} could not be found.`, cause: error });
  }
  throw new CliError({ exit: 'usage', message: `The project ${path} is not a folder.` });
}

/** The plugin that a command stands in, which keeps it in `bin/`; undefined where it stands in none. */
export function pluginAround(script: string): string | undefined {
  try {
    const root = dirname(dirname(realpathSync.native(script)));
    return isPlugin(root) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** True for a folder that holds a plugin. */
export function isPlugin(folder: string): boolean {
  return existsSync(join(folder, '.claude-plugin', 'plugin.json'));
}

/** A file among the hooks beside this command, in its package or in the plugin. Throws `CliError` where it is missing. */
export function hookFile(script: string, name: string): string {
  const here = dirname(realpathSync(script));
  const found = ['hooks', '../hooks'].map((folder) => join(here, folder, name)).find(existsSync);
  if (found !== undefined) return found;
  throw new CliError({
    message: `There is no hooks/${name} beside ${here}. Was the command copied without its folder?`,
    next: { words: ['doctor'] },
  });
}

/** Says that no session is held because all hooks are off; empty while they are on. */
export function hooksOffLines(context: Context): readonly string[] {
  const path = hooksOffIn(context.env, findPlace(context).root ?? context.cwd);
  if (path === undefined) return [];
  return [`All hooks are off, so no session is held to its loop: take disableAllHooks out of ${path}.`];
}
