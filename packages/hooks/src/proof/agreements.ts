import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Env, readOwnChecks } from '@loopwright/checks';
import { type Check, type CommandCheck, isJudged, type JudgeCheck } from '@loopwright/core';
import { makeFolders } from '@loopwright/store';
import { parseObject } from '@loopwright/transcript/quick';
import { readOwn, statePath } from './state-file.ts';

/** The part of a check to which the user agrees. */
export type AskedCheck =
  | Pick<CommandCheck, 'command' | 'folder'>
  | Pick<JudgeCheck, 'judge' | 'model' | 'rounds' | 'folder'>;

/** A check to which the user agrees, or one of a config with its name. */
interface Agreement {
  readonly name?: string;
  readonly check: Check;
}

/** True for a check to which the user agreed for this project, in so many words. */
export function isRemembered(root: string, env: Env, check: Check): boolean {
  return agreedLines(root, env).includes(agreedText(check));
}

/** True for a check to which the user agreed for this project, and for one of their own config, which no repository brings. */
export function isAgreed(root: string, env: Env, check: Check): boolean {
  const text = agreedText(check);
  return isRemembered(root, env, check) || [...readOwnChecks(env).values()].map(agreedText).includes(text);
}

/**
 * Remembers commands and statements to which the user agreed, for every session in this project, one JSON object a line.
 * One with a name has a second line with that name. The user may delete lines. Throws without a home, or if the disk
 * refuses.
 */
export function rememberAgreed(root: string, env: Env, agreements: readonly Agreement[]): void {
  const path = statePath(env, 'agreed', root);
  if (path === undefined) throw new Error('there is no home folder in which it could be remembered');
  const known = agreedLines(root, env);
  const lines = agreements
    .flatMap(({ name, check }) => [
      agreedText(check),
      ...(name === undefined ? [] : [JSON.stringify({ name, ...askedOf(check) })]),
    ])
    .filter((line) => !known.includes(line));
  if (lines.length === 0) return;
  makeFolders(dirname(path));
  appendFileSync(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}

/** The last command that the user agreed to under this name; undefined without one. */
export function agreedBefore(root: string, env: Env, name: string): AskedCheck | undefined {
  return (
    agreedLines(root, env)
      .filter((line) => line.startsWith('{"name":'))
      // `rememberAgreed` wrote the line; a damaged one is at most a name too many.
      .map((line) => parseObject(line) as ({ readonly name: string } & AskedCheck) | undefined)
      .findLast((one) => one?.name === name)
  );
}

/** The part of a check to which the user agrees, as text. */
export function agreedText(check: Check): string {
  return JSON.stringify(askedOf(check));
}

/** The command, or the statement and who judges it, and the folder. */
function askedOf(check: Check): AskedCheck {
  const { folder } = check;
  // What is undefined is left out of the text.
  if (!isJudged(check)) return { command: check.command, folder } as AskedCheck;
  const { judge, model, rounds } = check;
  return { judge, model, rounds, folder } as AskedCheck;
}

function agreedLines(root: string, env: Env): readonly string[] {
  return readOwn(statePath(env, 'agreed', root)).split('\n');
}
