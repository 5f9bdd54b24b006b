import { isAgreed } from '@loopwright/hooks';
import { type Check, isJudged } from '@loopwright/core';
import { checkLine } from './named-check.ts';
import type { Configs } from './read-configs.ts';
import type { Env } from '../program/context.ts';

const MAX_OFFERED = 8;

/** One line with the checks that can be taken by name; nothing without any. */
export function offer({ checks }: Configs): readonly string[] {
  if (checks.size === 0) return [];
  const shown = [...checks].slice(0, MAX_OFFERED).map(([name, { check }]) => checkLine(name, check));
  const more = checks.size - shown.length;
  return [
    `Checks that this project has, to be taken with --check NAME: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ];
}

/** Lists the named checks with their commands, and those that wait for the user's agreement. */
export function namedLines(env: Env, root: string, named: ReadonlyMap<string, Check>): readonly string[] {
  if (named.size === 0) return [];
  const open = [...named].filter(([, check]) => !isAgreed(root, env, check));
  return [
    `From the config: ${[...named].map(([name, check]) => checkLine(name, check)).join(', ')}.`,
    ...open.map(
      ([name, check]) =>
        `The user has not agreed to this ${isJudged(check) ? 'judge' : 'command'}: ${checkLine(name, check)}. The stop hook ${isJudged(check) ? 'asks' : 'runs'} it only after they type /loop:approve ${quoted(name)}.`,
    ),
  ];
}

function quoted(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}
