import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findRoot, isSessionId } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';

/** Where a verb works, and for which session. */
export interface Place {
  /** The real path of the project; undefined where nothing says that there is one. */
  readonly root: string | undefined;
  readonly sessionId: string | undefined;
}

/** Finds the project and the session. Throws `CliError` for a project or a session that can't be one. */
export function findPlace({ env, cwd, flags }: Context): Place {
  const sessionId = flags.session ?? (env['CLAUDE_CODE_SESSION_ID'] || undefined);
  if (sessionId !== undefined && !isSessionId(sessionId)) {
    throw new CliError({ exit: 'usage', message: 'That is no session id: it has 1 to 256 characters.' });
  }
  const root =
    flags.project === undefined ? findRoot(env, cwd, sessionId) : projectFolder(resolve(cwd, flags.project));
  return { root, sessionId };
}

/** Finds the project for something new: where there is none yet, it is the folder that one stands in. */
export function findNewRoot(context: Context): string {
  return findPlace(context).root ?? projectFolder(context.cwd);
}

function projectFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync.native(path);
  } catch (error) {
    throw new CliError({ exit: 'usage', message: `The project ${path} could not be found.`, cause: error });
  }
  throw new CliError({ exit: 'usage', message: `The project ${path} is not a folder.` });
}
