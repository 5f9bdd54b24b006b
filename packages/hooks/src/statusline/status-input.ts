import { findRoot } from '@loopwright/store/presence';
import { disabledBy } from '../edge/switched-off.ts';
import type { Env } from '../env.ts';

/** The session that a status line is for, and its project. */
export interface StatusSession {
  readonly root: string;
  readonly sessionId: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads whose status line it is from the client's JSON; undefined if it names no session or loops are off. */
export function statusSession(input: unknown, env: Env): StatusSession | undefined {
  const { session_id: sessionId, cwd, workspace } = fields(input);
  const { project_dir: project } = fields(workspace);
  if (typeof sessionId !== 'string' || disabledBy(env) !== undefined) return undefined;
  const named = text(project) || env['CLAUDE_PROJECT_DIR'];
  const root = findRoot(named ? { CLAUDE_PROJECT_DIR: named } : {}, text(cwd), sessionId);
  return root === undefined ? undefined : { root, sessionId };
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
