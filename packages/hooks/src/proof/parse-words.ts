import { readNamedChecks } from '@loopwright/checks';
import { type ParsedWords, parseTyped } from '@loopwright/core/contract';
import type { Env } from '../env.ts';

/** The commands that make a contract. */
export const STARTS: ReadonlySet<string> = new Set(['loop:start', 'loop:issue', 'loop:grind']);

/** Parses typed words in a project. A check without a command that the configs name is that one. */
export function parseWords(root: string, env: Env, command: string, text: string): ParsedWords {
  const parsed = parseTyped(command, text);
  const configured = readNamedChecks(root, env);
  return {
    ...parsed,
    checks: parsed.checks.map(({ typed, name, check }) =>
      configured.has(typed.trim()) && check && 'command' in check ? { typed, name } : { typed, name, check },
    ),
  };
}
