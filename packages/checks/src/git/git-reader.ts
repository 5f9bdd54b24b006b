import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { devNull } from 'node:os';
import { findProgram } from '../processes/find-program.ts';
import type { Env } from '../env.ts';

/** Reads with git until a deadline, while its caller waits. */
export interface GitReader {
  /** The output of git. Throws `Unreadable` when the deadline is over or git fails. */
  run(args: readonly string[], call: ReadCall): string;
  /** Like `run`, but a failure of git is undefined. */
  ask(args: readonly string[], call: ReadCall): string | undefined;
  /** Throws `Unreadable` when the deadline is over. */
  checkDeadline(): void;
}

interface ReadCall {
  readonly cwd: string;
  readonly env?: Env;
  readonly input?: string;
}

/** The work tree can't be read; the message says why. */
export class Unreadable extends Error {}

/** Throws `Unreadable` for a path with other bytes than UTF-8: as text it names another file. */
export function requireUtf8(path: string): void {
  if (path.includes('\uFFFD')) throw new Unreadable(`the name of ${path} is not UTF-8`);
}

/**
 * Every git reads the entries of all work trees, and dies where another git has only begun to write one. A moment later
 * the entry is whole.
 */
export const HALF_MADE = /\/worktrees\/[^/\n]+\/(?:commondir|gitdir)\b/;
export const TRIES = 10;
export const TRY_AGAIN_MS = 50;

/** Settings that would start a program for no single file, or make git trust something other than the files. */
export const HARMLESS_SETTINGS: readonly string[] = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting]);

/** More output than this is a tree that we can't judge. */
const MAX_OUTPUT = 512 * 1024 * 1024;
/** How long `askGit` waits. */
const TIMEOUT_MS = 10_000;
/** Git looks at every change of a file's status. */
const TRUE_STATS = ['-c', 'core.trustctime=true', '-c', 'core.checkStat=default'];

/** Binds a git program to a deadline and to an environment without the caller's settings. */
export function createGitReader(program: string, env: Env, deadline: number): GitReader {
  const checkDeadline = (): number => {
    const left = deadline - Date.now();
    if (left <= 0) throw new Unreadable('reading the work tree took too long');
    return left;
  };
  const call = (
    args: readonly string[],
    { cwd, env: extra, input = '' }: ReadCall,
  ): SpawnSyncReturns<string> => {
    const settings = ['-c', 'safe.directory=*', ...HARMLESS_SETTINGS, ...TRUE_STATS];
    for (let tries = 1; ; tries += 1) {
      const ended = spawnSync(program, [...settings, ...args], {
        cwd,
        env: { ...forReading(env), ...extra },
        input,
        encoding: 'utf8',
        timeout: Math.ceil(checkDeadline()),
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT,
        windowsHide: true,
      });
      if (ended.error && 'code' in ended.error && ended.error.code === 'ETIMEDOUT') checkDeadline();
      if (ended.status === 0 || tries === TRIES || !HALF_MADE.test(ended.stderr ?? '')) return ended;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS);
    }
  };
  return {
    run(args, options) {
      const { status, stdout, stderr, error } = call(args, options);
      if (status === 0) return stdout;
      const [said] = (stderr ?? '').trim().split('\n');
      throw new Unreadable(`git ${args[0]} failed: ${said || error?.message || 'it was ended'}`);
    },
    ask(args, options) {
      const { status, stdout } = call(args, options);
      return status === 0 ? stdout : undefined;
    },
    checkDeadline,
  };
}

/**
 * The output of one git that reads the repository of a folder, and starts nothing that its settings name; undefined if
 * git fails, is missing, or takes longer than ten seconds.
 */
export function askGit(cwd: string, env: Env, args: readonly string[]): string | undefined {
  const program = findProgram(env, 'git', cwd);
  if (program === undefined) return undefined;
  try {
    return createGitReader(program, env, Date.now() + TIMEOUT_MS).ask(args, { cwd });
  } catch {
    return undefined;
  }
}

/** The environment for a git that only reads: without the caller's settings, and without fetching or locking anything. */
function forReading(env: Env): Env {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
  };
}
