import { join } from 'node:path';
import { configFolder } from '@loopwright/store';
import type { Env } from '../ports.ts';

/** The path of a session's transcript. The client derives the folder name from the folder that it was started in. */
export function transcriptPathOf(env: Env, folder: string, sessionId: string): string {
  const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
  return join(configFolder(env), 'projects', name, `${sessionId}.jsonl`);
}
