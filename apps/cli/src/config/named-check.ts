import { basename } from 'node:path';
import { findProgram } from '@loopwright/checks';
import { checkText, isJudged, listed, sanitizeLine, type Check } from '@loopwright/core';
import { meantText, suggest } from '@loopwright/core/flags';
import { agreedBefore, type AskedCheck, isAgreed, isRemembered } from '@loopwright/hooks';
import { CliError } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';
import { shellQuote } from '../program/command-name.ts';
import type { Configs } from './read-configs.ts';

/** Answers which check a bare name means, and whether the user agreed to it. */
export interface NamedChecks {
  /** The check of this name; undefined for a command. Throws `CliError` for an unknown name. */
  find(typed: string): Check | undefined;
  /** True for a check of this project that the user agreed to. */
  isAgreed(check: Check): boolean;
}

/** A text that can be a name, and is no path and no command with arguments. */
const BARE = /^[\p{L}\p{N}][\p{L}\p{N}_@+-]*$/u;

/**
 * Finds checks by their names in the configs. An unknown bare word is an error if the configs have checks, or if no
 * program has this name. A check whose command changed since the user agreed to it is an error too, unless the user
 * trusts every check in the config. `asCommand` writes a command that looks like a name.
 */
export function namedChecks(
  env: Env,
  root: string,
  { checks, projectFile }: Configs,
  { asCommand = (name: string) => `${name}=${name}`, isTrusted = false } = {},
): NamedChecks {
  return {
    find: (typed) => {
      const name = typed.trim();
      const found = checks.get(name)?.check;
      if (found) {
        const before = agreedBefore(root, env, name);
        // Claude can write the user's own config, so a command there doesn't replace what the user agreed to.
        if (!isTrusted && before && !isRemembered(root, env, found)) throw changed(name, before, found);
        return found;
      }
      const mayBeCommand = checks.size === 0 && findProgram(env, name) !== undefined;
      if (!BARE.test(name) || mayBeCommand) return undefined;
      throw unknownName(name, [...checks.keys()], basename(projectFile), asCommand(name));
    },
    isAgreed: (check) => isAgreed(root, env, check),
  };
}

function changed(name: string, before: AskedCheck, now: Check): CliError {
  return new CliError({
    message: `The ${'judge' in now ? 'judge' : 'command'} of "${name}" changed since the user agreed to it.`,
    details: [
      `agreed to: ${checkLine(name, before)}`,
      `now: ${checkLine(name, now)}`,
      `The user agrees to the new one with the command below in a terminal of their own, or in Claude Code with /loop:approve ${name}.`,
    ],
    next: { words: ['config', 'agree', name], when: 'for the user to type' },
  });
}

/** The checks of the configs that `--check` named, by the typed name. */
export function namedIn(typed: readonly string[] = [], { checks }: Configs): ReadonlyMap<string, Check> {
  return new Map(
    typed.flatMap((one) => {
      const named = checks.get(one.trim());
      return named ? [[one.trim(), named.check] as const] : [];
    }),
  );
}

function unknownName(name: string, names: readonly string[], file: string, command: string): CliError {
  const meant = suggest(name, names);
  const isEmpty = names.length === 0;
  return new CliError({
    exit: 'usage',
    message: isEmpty
      ? `There is no check "${name}": this project has no ${file} with checks, and PATH has no program of this name.`
      : `There is no check "${name}" in ${file}${meantText(meant && `"${meant}"`)}`,
    details: [
      ...(isEmpty ? [] : [`There are: ${names.slice(0, 20).join(', ')}`]),
      `To run a command of this name: --check ${shellQuote(command)}`,
    ],
    next: isEmpty ? { words: ['init'], when: 'to find the checks of this project' } : { words: ['config'] },
  });
}

const MAX_LISTED = 8;

/** One line with the checks that can be taken by name; nothing without any. */
export function availableChecks({ checks }: Configs): readonly string[] {
  if (checks.size === 0) return [];
  const lines = [...checks].map(([name, { check }]) => checkLine(name, check));
  return [`Checks that this project has, to be taken with --check NAME: ${listed(lines, MAX_LISTED)}.`];
}

/** Lists the named checks with their commands, and those that wait for the user's agreement. */
export function namedLines(env: Env, root: string, named: ReadonlyMap<string, Check>): readonly string[] {
  if (named.size === 0) return [];
  const open = [...named].filter(([, check]) => !isAgreed(root, env, check));
  return [
    `From the config: ${[...named].map(([name, check]) => checkLine(name, check)).join(', ')}.`,
    ...open.map(([name, check]) => {
      const [what, runs] = isJudged(check) ? ['judge', 'asks'] : ['command', 'runs'];
      return `The user has not agreed to this ${what}: ${checkLine(name, check)}. The stop hook ${runs} it only after they agree, in Claude Code with /loop:approve ${name.includes(' ') ? `"${name}"` : name}.`;
    }),
  ];
}

/** A check on one line, with all that the user agrees to: `tests (npm test)`. */
export function checkLine(name: string, check: AskedCheck): string {
  const where = check.folder === undefined ? '' : ` in ${sanitizeLine(check.folder, 100)}`;
  return `${sanitizeLine(name, 80)} (${sanitizeLine(checkText(check), 120)}${judgeText(check)}${where})`;
}

function judgeText(check: AskedCheck): string {
  if (!('judge' in check)) return '';
  const { model, rounds } = check;
  return `${model === undefined ? '' : `, by ${sanitizeLine(model, 60)}`}${rounds === undefined ? '' : `, asked ${rounds}× at most`}`;
}
