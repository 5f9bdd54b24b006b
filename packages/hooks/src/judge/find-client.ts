import { accessSync, constants, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, relative } from 'node:path';
import type { Env } from '../client/client-environment.ts';

/**
 * Finds the client for a judge: the one that started this process, else `claude` on PATH. Settings of a project can
 * change every variable of a hook, so the program of the parent counts first, and nothing inside of the project does.
 */
export function findJudgeClient(env: Env, root: string, parent = process.ppid): string | undefined {
  const started = programOf(parent);
  const onPath = (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, process.platform === 'win32' ? 'claude.exe' : 'claude'));
  const named = [...(started ? [started] : []), env['CLAUDE_CODE_EXECPATH'] ?? '', ...onPath];
  return named.find((path) => isAbsolute(path) && isProgram(path) && !isInside(path, root));
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

function isInside(path: string, root: string): boolean {
  return [path, realpathSync(path)].some((one) => !relative(root, one).startsWith('..'));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
