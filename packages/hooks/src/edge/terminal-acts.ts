import { appendFileSync, rmSync } from 'node:fs';
import { sanitizeLine } from '@loopwright/core';
import { clientPath, type Place, readOwn } from '../proof/state-file.ts';
import type { Env } from '../env.ts';

/** Remembers an act of the user in a terminal, so that the session's next hook tells it. Best effort. */
export function rememberAct(place: Place, env: Env, act: string): void {
  const path = actsPath(place, env);
  try {
    if (path !== undefined) appendFileSync(path, `${sanitizeLine(act, 200)}\n`, { mode: 0o600 });
  } catch {
    // A read-only home, or a session without a client.
  }
}

/** The acts in a terminal since the last call, for the user of the session. */
export function takeActs(place: Place, env: Env): readonly string[] {
  const path = actsPath(place, env);
  const acts = readOwn(path).split('\n').filter(Boolean);
  if (path !== undefined && acts.length > 0) rmSync(path, { force: true });
  return acts.map((act) => `[LOOP] In a terminal outside of this session: ${act}`);
}

function actsPath(place: Place, env: Env): string | undefined {
  const path = clientPath(place, env);
  return path && `${path}.acts`;
}
