import { type ParsedWords, parseTyped } from '@loopwright/core/contract';

/** The commands that make a contract. */
export const STARTS: ReadonlySet<string> = new Set(['loop:start', 'loop:issue', 'loop:grind']);

/** Parses typed words in a project. A check without a command that the configs name is that one. */
export function parseWords(
  configured: ReadonlyMap<string, unknown>,
  command: string,
  text: string,
): ParsedWords {
  const parsed = parseTyped(command, text);
  return {
    ...parsed,
    checks: parsed.checks.map(({ typed, name, check }) =>
      configured.has(typed.trim()) && check && 'command' in check ? { typed, name } : { typed, name, check },
    ),
  };
}
