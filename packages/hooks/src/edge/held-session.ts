import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { makeFolders } from '@loopwright/store';

type Env = Readonly<Record<string, string | undefined>>;

/** True if a loop held this session at its last event. Then a journal that is gone is news for the user. */
export function wasHeld({ CLAUDE_PLUGIN_DATA: data }: Env, sessionId: string): boolean {
  return Boolean(data) && existsSync(`${data}/held/${sessionId}`);
}

/** Remembers in the plugin's data folder whether a loop holds this session. Best effort. */
export function setHeld(env: Env, sessionId: string, isHeld: boolean): void {
  const { CLAUDE_PLUGIN_DATA: data = '' } = env;
  const folder = `${data}/held`;
  if (!isAbsolute(data) || !/^[\w-]+$/.test(sessionId) || wasHeld(env, sessionId) === isHeld) return;
  try {
    if (!isHeld) return rmSync(`${folder}/${sessionId}`);
    makeFolders(folder);
    writeFileSync(`${folder}/${sessionId}`, '', { mode: 0o600 });
  } catch {
    // Without it, only the message about a deleted loop is missing.
  }
}
