import { createHash } from 'node:crypto';
import { appendFileSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Check, Criterion } from '@loopwright/core';

/** A session in a project. */
interface Place {
  readonly root: string;
  readonly sessionId: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** More typed text than this is not a command line. */
const MAX_BYTES = 1024 * 1024;

/**
 * Remembers what the user typed after a command of the loop, in the user's state folder. A journal lies in the
 * project, where a sandboxed shell can write; the state folder does not. So a journal alone makes the hook run
 * nothing.
 */
export function rememberTyped(place: Place, env: Env, text: string): void {
  const path = pathOf(place, env);
  if (path === undefined || !text.includes('--check')) return;
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  appendFileSync(path, `${text}\n`, { mode: 0o600 });
}

/** True for a criterion whose check stands word for word in what the user typed in this session. */
export function wasTyped(place: Place, env: Env, { name, check }: Criterion): boolean {
  const text = readTyped(place, env);
  return check !== undefined && text !== undefined && forms(name, check).some((form) => holds(text, form));
}

/** The forms in which a check can be typed: `name=command`, or a command that is its own name. */
function forms(name: string, { command }: Check): string[] {
  const text = typeof command === 'string' ? command : JSON.stringify(command);
  return name === text ? [text, `${name}=${text}`] : [`${name}=${text}`];
}

/** True when a `--check` of the text has exactly this value, with or without quotes. */
function holds(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const before = /--check[= ]\s*(["']?)$/.exec(text.slice(Math.max(0, at - 40), at));
    const after = text.slice(at + value.length);
    if (before && (before[1] ? after.startsWith(before[1]) : /^(?:\s|$)/.test(after))) return true;
  }
  return false;
}

function readTyped(place: Place, env: Env): string | undefined {
  const path = pathOf(place, env);
  try {
    if (path === undefined) return undefined;
    const stat = lstatSync(path);
    const isOurs = stat.isFile() && stat.size <= MAX_BYTES && (stat.mode & 0o022) === 0;
    return isOurs && (stat.uid === process.getuid?.() || !process.getuid)
      ? readFileSync(path, 'utf8')
      : undefined;
  } catch {
    return undefined;
  }
}

/** The file of a session, by the hash of project and session; undefined without a home. */
function pathOf({ root, sessionId }: Place, env: Env): string | undefined {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const given = env['XDG_STATE_HOME'] ?? env['LOCALAPPDATA'];
  const state =
    given && isAbsolute(given) ? given : home && isAbsolute(home) ? join(home, '.local/state') : undefined;
  const key = createHash('sha256').update(`${root}\0${sessionId}`).digest('hex').slice(0, 32);
  return state && join(state, 'loopwright', 'typed', key);
}
