import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { findProgram, isProgram } from '@loopwright/checks';
import type { Env } from '../client/client-environment.ts';

/**
 * Finds the client for a judge: the one that started this process, else `claude` on PATH. Settings of a project can
 * change every variable of a hook, so the program of the parent counts first, and nothing inside of the project does.
 */
export function findJudgeClient(env: Env, root: string, parent = process.ppid): string | undefined {
  const named = [programOf(parent), env['CLAUDE_CODE_EXECPATH']];
  return named.find((path) => path && isProgram(path, root)) ?? findProgram(env, 'claude', root);
}

/** The program of a process, if it is a client: Linux tells. */
function programOf(pid: number): string | undefined {
  try {
    const path = readlinkSync(`/proc/${pid}/exe`);
    return /^claude(\.exe)?$/.test(basename(path)) ? path : undefined;
  } catch {
    return undefined;
  }
}
