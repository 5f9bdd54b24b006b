import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '@loopwright/store';
import { type Env, type Place, readOwn, statePath } from './agreed-checks.ts';

/** A command of the loop, and the user's words after it. */
export interface TypedWords {
  /** `loop:start`, for example. */
  readonly command: string;
  readonly words: string;
  readonly at: number;
  /** The plugin's settings as they were: the most iterations and dollars of a loop. */
  readonly iterations?: number | undefined;
  readonly budget?: number | undefined;
}

/**
 * Remembers the words that the user typed last after each command of the loop, in the user's state folder. With them
 * `loop start` and `loop continue` tell the user's flags from those that Claude adds.
 */
export function rememberWords(
  { sessionId }: Pick<Place, 'sessionId'>,
  env: Env,
  { commandName: command, commandArgs: words }: Typed,
  at: number,
): void {
  const path = pathOf(sessionId, env);
  if (path === undefined) return;
  const settings = { iterations: setting(env, 'ITERATIONS'), budget: setting(env, 'BUDGET') };
  const others = readWords(sessionId, env).filter((one) => one.command !== command);
  makeFolders(dirname(path));
  writeFileSync(path, JSON.stringify([...others, { command, words, at, ...settings }]), { mode: 0o600 });
}

/** The client's report of a command that the user typed. */
export interface Typed {
  readonly commandName: string;
  readonly commandArgs: string;
}

/** Reads the commands that the user typed in this session; empty if none are known. */
export function readWords(sessionId: string, env: Env): readonly TypedWords[] {
  try {
    const read: unknown = JSON.parse(readOwn(pathOf(sessionId, env)));
    return Array.isArray(read) ? read.filter(isWords) : [];
  } catch {
    return [];
  }
}

function pathOf(sessionId: string, env: Env): string | undefined {
  return statePath(env, 'words', sessionId);
}

/** A setting that the user saved; the client hands none over that has its default. */
function setting(env: Env, name: string): number | undefined {
  const value = Number(env[`CLAUDE_PLUGIN_OPTION_${name}`]);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

function isWords(value: unknown): value is TypedWords {
  const { command, words, at } = (value ?? {}) as Partial<Record<keyof TypedWords, unknown>>;
  return typeof command === 'string' && typeof words === 'string' && typeof at === 'number';
}
