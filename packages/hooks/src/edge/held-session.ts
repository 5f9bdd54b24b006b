import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { makeFolders } from '@loopwright/store';
import type { Env } from '../env.ts';

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
