import { realpathSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { findProgram } from '@loopwright/checks';
import { sanitizeLine } from '@loopwright/core';
import type { Env } from './context.ts';

/** The beginning of the plugin's commands in the client's prompt. The stop hook answers some of them by this program. */
export const PROMPT_COMMAND = '/loop:';

/**
 * Returns this command as users can type it. Outside Claude: `loop` if PATH finds it, else the launcher's
 * `LOOP_COMMAND`, else the path of the plugin's copy. Inside Claude, the plugin's copy always goes by its
 * path.
 */
export function commandName(env: Env, script: string): string {
  if (env['LOOP_ASKED_IN'] === 'prompt') return PROMPT_COMMAND;
  // Claude is allowed the plugin's copy by its whole path in these quotes, and asked about any other spelling.
  if (env['CLAUDECODE'] === '1' && isPluginCopy(script)) return doubleQuoted(script);
  const launcher = env['LOOP_COMMAND'];
  const ours = new Set([realPath(script), ...(launcher ? [realPath(launcher)] : [])]);
  const found = loopOnPath(env);
  if (found !== undefined && ours.has(found)) return 'loop';
  if (launcher) return isAbsolute(launcher) ? shellQuote(launcher) : sanitizeLine(launcher, 500);
  return isPluginCopy(script) ? shellQuote(script) : 'loop';
}

/**
 * Names this command as Claude's shell can call it in this environment: `loop` where PATH leads to us, else the
 * plugin's copy or this very script by its path.
 */
export function commandForClaude(env: Env, script: string, node: string): string {
  const found = loopOnPath(env);
  if (found !== undefined && found === realPath(script)) return 'loop';
  return isPluginCopy(script) ? doubleQuoted(script) : `${doubleQuoted(node)} ${doubleQuoted(script)}`;
}

/** The plugin carries the command without an ending, so that it can be called by its name. */
function isPluginCopy(script: string): boolean {
  return basename(script) === 'loop';
}

function doubleQuoted(path: string): string {
  return `"${path.replaceAll(/["$`\\]/g, (character) => `\\${character}`)}"`;
}

/** The real path of the command that `loop` means here. */
function loopOnPath(env: Env): string | undefined {
  const found = findProgram(env, 'loop');
  return found === undefined ? undefined : realPath(found);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Quotes a word so that a POSIX shell gives it back as it is; plain words stay plain. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
