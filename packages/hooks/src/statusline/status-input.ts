import { findRoot } from '@loopwright/store/presence';
import { asObject, objectField, stringField } from '@loopwright/transcript/quick';
import { disabledBy } from '../edge/switched-off.ts';
import type { Env } from '../env.ts';

/** The session that a status line is for, and its project. */
export interface StatusSession {
  readonly root: string;
  readonly sessionId: string;
}

/** Reads whose status line it is from the client's JSON; undefined if it names no session or loops are off. */
export function statusSession(input: unknown, env: Env): StatusSession | undefined {
  const given = asObject(input);
  const sessionId = stringField(given, 'session_id');
  if (sessionId === undefined || disabledBy(env) !== undefined) return undefined;
  const named = stringField(objectField(given, 'workspace'), 'project_dir') || env['CLAUDE_PROJECT_DIR'];
  const root = findRoot(
    named ? { CLAUDE_PROJECT_DIR: named } : {},
    stringField(given, 'cwd') ?? '',
    sessionId,
  );
  return root === undefined ? undefined : { root, sessionId };
}
