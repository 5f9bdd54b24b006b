import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Env } from '@loopwright/checks';
import { sanitizeLine } from '@loopwright/core';
import { makeFolders, type RunAddress } from '@loopwright/store';
import { clientPath, readOwn } from '../proof/state-file.ts';

/** The time of a stop that was killed before its answer; empty for a held session, undefined for any other. */
export function unansweredStop({ CLAUDE_PLUGIN_DATA: data }: Env, sessionId: string): string | undefined {
  try {
    return data ? readFileSync(`${data}/held/${sessionId}`, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Remembers in the plugin's data folder whether a loop holds this session. With `stopAt`, also which stop is about to
 * be recorded: the next event can then tell an end that a killed hook recorded. Best effort.
 */
export function setHeld(env: Env, sessionId: string, isHeld: boolean, stopAt = ''): void {
  const { CLAUDE_PLUGIN_DATA: data = '' } = env;
  const folder = `${data}/held`;
  const content = isHeld ? stopAt : undefined;
  if (!isAbsolute(data) || !/^[\w-]+$/.test(sessionId) || unansweredStop(env, sessionId) === content) return;
  try {
    if (content === undefined) return rmSync(`${folder}/${sessionId}`);
    makeFolders(folder);
    writeFileSync(`${folder}/${sessionId}`, content, { mode: 0o600 });
  } catch {
    // Without it, only the messages about a deleted loop and about a killed stop are missing.
  }
}

/** Remembers an act of the user in a terminal, so that the session's next hook tells it. Best effort. */
export function rememberAct(place: RunAddress, env: Env, act: string): void {
  const path = actsPath(place, env);
  try {
    if (path !== undefined) appendFileSync(path, `${sanitizeLine(act, 200)}\n`, { mode: 0o600 });
  } catch {
    // A read-only home, or a session without a client.
  }
}

/** The acts in a terminal since the last call, for the user of the session. */
export function takeActs(place: RunAddress, env: Env): readonly string[] {
  const path = actsPath(place, env);
  const acts = readOwn(path).split('\n').filter(Boolean);
  if (path !== undefined && acts.length > 0) rmSync(path, { force: true });
  return acts.map((act) => `[LOOP] In a terminal outside of this session: ${act}`);
}

function actsPath(place: RunAddress, env: Env): string | undefined {
  const path = clientPath(place, env);
  return path && `${path}.acts`;
}
