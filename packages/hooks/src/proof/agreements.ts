import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOwnChecks } from '@loopwright/checks';
import { type Check, type CommandCheck, isJudged, type JudgeCheck } from '@loopwright/core';
import { makeFolders } from '@loopwright/store';
import { parseObject } from '@loopwright/transcript/quick';
import { readOwn, statePath } from './state-file.ts';
import type { Env } from '../env.ts';

/** A check of a config. */
interface NamedCheck {
  readonly name: string;
  readonly check: Check;
}

/** The part of a check to which the user agrees. */
export type AskedCheck =
  | Pick<CommandCheck, 'command' | 'folder'>
  | Pick<JudgeCheck, 'judge' | 'model' | 'rounds' | 'folder'>;

/** The check under a name, as the user agreed to it. */
type NamedAsked = { readonly name: string } & AskedCheck;

/** True for a check to which the user agreed for this project, in so many words. */
export function isRemembered(root: string, env: Env, check: Check): boolean {
  return agreedLines(root, env).includes(agreedText(check));
}

/** All that the user agreed to here, and the checks of their own config, which no repository brings. */
export function agreedTexts(root: string, env: Env): ReadonlySet<string> {
  return new Set([...agreedLines(root, env), ...[...readOwnChecks(env).values()].map(agreedText)]);
}

/**
 * Remembers commands and statements to which the user agreed, for every session in this project, one JSON object a line.
 * The user may delete lines. Throws without a home, or if the disk refuses.
 */
export function rememberAgreed(root: string, env: Env, checks: readonly Check[]): void {
  rememberLines(root, env, checks.map(agreedText));
}

/** Remembers that the user agreed to these checks of the config. */
export function rememberNamed(root: string, env: Env, named: readonly NamedCheck[]): void {
  const lines = named.flatMap(({ name, check }) => [
    agreedText(check),
    JSON.stringify({ name, ...askedOf(check) }),
  ]);
  rememberLines(root, env, lines);
}

/** The last command that the user agreed to under this name; undefined without one. */
export function agreedBefore(root: string, env: Env, name: string): NamedAsked | undefined {
  return (
    agreedLines(root, env)
      .filter((line) => line.startsWith('{"name":'))
      // `rememberNamed` wrote the line; a damaged one is at most a name too many.
      .map((line) => parseObject(line) as NamedAsked | undefined)
      .findLast((one) => one?.name === name)
  );
}

/** The part of a check to which the user agrees, as text. */
export function agreedText(check: Check): string {
  return JSON.stringify(askedOf(check));
}

/** The command, or the statement and who judges it, and the folder. */
function askedOf(check: Check): AskedCheck {
  const folder = check.folder !== undefined && { folder: check.folder };
  if (!isJudged(check)) return { command: check.command, ...folder };
  const { judge, model, rounds } = check;
  return { judge, ...(model !== undefined && { model }), ...(rounds !== undefined && { rounds }), ...folder };
}

function agreedLines(root: string, env: Env): readonly string[] {
  return readOwn(statePath(env, 'agreed', root)).split('\n');
}

/** Adds lines that are not there yet. */
function rememberLines(root: string, env: Env, wanted: readonly string[]): void {
  const path = statePath(env, 'agreed', root);
  if (path === undefined) throw new Error('there is no home folder in which it could be remembered');
  const known = new Set(agreedLines(root, env));
  const lines = wanted.filter((line) => !known.has(line));
  if (lines.length === 0) return;
  makeFolders(dirname(path));
  appendFileSync(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}
