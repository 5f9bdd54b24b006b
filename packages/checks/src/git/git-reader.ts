import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { findProgram } from '../processes/find-program.ts';
import { forReading, HALF_MADE, TRIES, TRY_AGAIN_MS } from './git-environment.ts';
import { HARMLESS_SETTINGS } from './harmless-git.ts';
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

export interface ReadCall {
  readonly cwd: string;
  readonly env?: Env;
  readonly input?: string | Buffer;
}

/** The work tree can't be read; the message says why. */
export class Unreadable extends Error {}

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
  ): SpawnSyncReturns<Buffer> => {
    const settings = ['-c', 'safe.directory=*', ...HARMLESS_SETTINGS, ...TRUE_STATS];
    for (let tries = 1; ; tries += 1) {
      const ended = spawnSync(program, [...settings, ...args], {
        cwd,
        env: { ...forReading(env), ...extra },
        input,
        timeout: Math.ceil(checkDeadline()),
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT,
        windowsHide: true,
      });
      if (ended.error && 'code' in ended.error && ended.error.code === 'ETIMEDOUT') checkDeadline();
      if (ended.status === 0 || tries === TRIES || !HALF_MADE.test(String(ended.stderr ?? ''))) return ended;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS);
    }
  };
  return {
    run(args, options) {
      const { status, stdout, stderr, error } = call(args, options);
      if (status === 0) return String(stdout);
      const [said] = String(stderr ?? '')
        .trim()
        .split('\n');
      throw new Unreadable(`git ${args[0]} failed: ${said || error?.message || 'it was ended'}`);
    },
    ask(args, options) {
      const { status, stdout } = call(args, options);
      return status === 0 ? String(stdout) : undefined;
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
