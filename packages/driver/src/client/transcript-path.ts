import { join } from 'node:path';
import { configFolder } from '@loopwright/store';
import type { Env } from '../program/context.ts';

/** Where the client keeps the transcript of a session: under a name made of the folder that it was started in. */
export function transcriptPathOf(env: Env, folder: string, sessionId: string): string {
  const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
  return join(configFolder(env), 'projects', name, `${sessionId}.jsonl`);
}
