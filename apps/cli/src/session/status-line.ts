import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stateFolders } from '@loopwright/store';
import { CliError, errorCode } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import { shellQuote } from '../program/command-name.ts';
import { hookFile } from './place.ts';

/** The programs of the status line, among the hooks. */
const PROGRAMS = ['statusline.cjs', 'rare.cjs'] as const;

/** The program for the client: a copy, because the folder of a plugin has another name after each update. */
function installedProgram(env: Env): string {
  return join(stateFolders(env)[0] ?? '', 'statusline', PROGRAMS[0]);
}

/** Copies the programs to where the client finds them after the next update, too. Throws `CliError`. */
export function installProgram(env: Env, script: string): void {
  const from = PROGRAMS.map((name) => hookFile(script, name));
  const to = dirname(installedProgram(env));
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const path of from) cpSync(path, join(to, basename(path)));
  } catch (cause) {
    throw new CliError({ message: `Could not write to ${to}: ${errorCode(cause)}.`, cause });
  }
}

/** Removes the copies. */
export function removeProgram(env: Env): void {
  rmSync(dirname(installedProgram(env)), { recursive: true, force: true });
}

/** True if the copies are those of this version. */
export function isProgramCurrent(env: Env, script: string): boolean {
  try {
    const to = dirname(installedProgram(env));
    return PROGRAMS.every((name) =>
      readFileSync(hookFile(script, name)).equals(readFileSync(join(to, name))),
    );
  } catch {
    return false;
  }
}

/** A setting `statusLine` of the client. */
export interface StatusLineSetting extends Readonly<Record<string, unknown>> {
  readonly type: 'command';
  readonly command: string;
}

/** The setting as an object with a command; undefined for anything else. */
export function asStatusLine(value: unknown): StatusLineSetting | undefined {
  const setting = value as Partial<StatusLineSetting> | null | undefined;
  const hasCommand = typeof setting?.command === 'string' && setting.command.trim() !== '';
  return hasCommand ? (setting as StatusLineSetting) : undefined;
}

const BESIDE = ' --beside ';

/** Adds our segment to a status line. All else of the setting stays as it is. */
export function withSegment(before: StatusLineSetting | undefined, env: Env): StatusLineSetting {
  const own = `node ${shellQuote(installedProgram(env))}`;
  return before
    ? { ...before, command: `${own}${BESIDE}${shellQuote(before.command)}` }
    : { type: 'command', command: own };
}

/** True for a status line with our segment. */
export function hasSegment(setting: StatusLineSetting | undefined): boolean {
  return setting !== undefined && OWN.test(setting.command);
}

/** Ours, wherever the state folder was when it was installed. */
const OWN = /^node \S.*?[\\/]loopwright[\\/]statusline[\\/]statusline\.cjs'?(?: --beside (?<before>.+))?$/s;

/** Takes our segment out; undefined if nothing was there before it. */
export function withoutSegment(setting: StatusLineSetting): StatusLineSetting | undefined {
  const before = OWN.exec(setting.command)?.groups?.['before'];
  return before === undefined ? undefined : { ...setting, command: unquoted(before) };
}

/** Undoes `shellQuote`. */
function unquoted(text: string): string {
  if (!text.startsWith("'")) return text;
  return text.slice(1, -1).replaceAll(`'\\''`, "'");
}
