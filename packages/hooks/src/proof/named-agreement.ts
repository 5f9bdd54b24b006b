import { findConfig, readConfig, readNamedChecks } from '@loopwright/checks';
import type { CommandCheck, JudgeCheck, Check } from '@loopwright/core';
import {
  agreedLines,
  askedOf,
  holds,
  rememberConfig,
  rememberLines,
  rememberTyped,
  agreedText,
  type Env,
  type Place,
} from './agreed-checks.ts';

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

/**
 * Stores the user's words after a command of the loop, and the digest of the config at that moment. By naming a check
 * of the config for the first time, the user agrees to its current command. If the command changed since then, they
 * have to agree to the new one.
 */
export function rememberPrompt(place: Place, env: Env, text: string): void {
  rememberTyped(place, env, text);
  const config = readConfig(findConfig(place.root));
  rememberConfig(place, env, config.status === 'read' ? config.text : undefined);
  if (!text.includes('--check')) return;
  const named = [...readNamedChecks(place.root, env)].filter(
    ([name]) => holds(text, name) && agreedBefore(place.root, env, name) === undefined,
  );
  rememberNamed(
    place.root,
    env,
    named.map(([name, check]) => ({ name, check })),
  );
}

/** Remembers that the user agreed to these checks of the config. */
export function rememberNamed(root: string, env: Env, named: readonly NamedCheck[]): void {
  rememberLines(
    root,
    env,
    named.flatMap(({ name, check }) => {
      const { folder } = check;
      const asked = { name, ...askedOf(check), ...(folder !== undefined && { folder }) };
      return [agreedText(check), JSON.stringify(asked)];
    }),
  );
}

/** The last command that the user agreed to under this name; undefined without one. */
export function agreedBefore(root: string, env: Env, name: string): NamedAsked | undefined {
  return agreedLines(root, env)
    .flatMap((line) => parseLine(line) ?? [])
    .findLast((one) => one.name === name);
}

function parseLine(line: string): NamedAsked | undefined {
  if (!line.startsWith('{"name":')) return undefined;
  try {
    // `rememberNamed` wrote the line; a damaged one is at most a name too many.
    const parsed = JSON.parse(line) as NamedAsked;
    return typeof parsed.name === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
