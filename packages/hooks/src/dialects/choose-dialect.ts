import { DIALECT_NAMES, type DialectName } from './create-dialects.ts';

/** The first client that takes `additionalContext` from a Stop hook. */
const FIRST_WITH_CONTEXT = [2, 1, 163] as const;

/** The client's name for itself in `AI_AGENT`, as in `claude-code_2-1-326_harness`. */
const AGENT = /^claude-code_(\d{1,6})-(\d{1,6})-(\d{1,6})/;

/** Chooses the dialect: the requested one, else the one for the client's version. */
export function chooseDialect(asked: string | undefined, agent: string | undefined): DialectName {
  if (asked !== undefined && isDialect(asked)) return asked;
  const version = AGENT.exec(agent ?? '')
    ?.slice(1)
    .map(Number);
  return version && isOlder(version, FIRST_WITH_CONTEXT) ? 'block' : 'context';
}

function isDialect(name: string): name is DialectName {
  return (DIALECT_NAMES as readonly string[]).includes(name);
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  const place = than.findIndex((part, index) => version[index] !== part);
  return place >= 0 && (version[place] ?? 0) < (than[place] ?? 0);
}
