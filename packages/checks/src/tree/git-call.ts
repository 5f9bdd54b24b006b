import { spawnSync } from 'node:child_process';
import { HARMLESS_SETTINGS } from './harmless-git.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Runs git until a deadline. Throws `Unreadable` when it is over or git fails. */
export interface Git {
  run(args: readonly string[], call: GitCall): string;
  /** Like `run`, but a failure is undefined. */
  ask(args: readonly string[], call: GitCall): string | undefined;
  checkDeadline(): void;
}

export interface GitCall {
  readonly cwd: string;
  readonly env?: Env;
  readonly input?: string | Buffer;
}

/** The work tree can't be read; the message says why. */
export class Unreadable extends Error {}

/** More output than this is a tree that we can't judge. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/** Binds a git program to a deadline and to an environment without the caller's settings. */
export function createGit(program: string, env: Env, deadline: number): Git {
  const checkDeadline = (): number => {
    const left = deadline - Date.now();
    if (left <= 0) throw new Unreadable('reading the work tree took too long');
    return left;
  };
  const call = (
    args: readonly string[],
    { cwd, env: extra, input = '' }: GitCall,
  ): ReturnType<typeof spawnSync> => {
    const ended = spawnSync(
      program,
      ['-c', 'safe.directory=*', ...HARMLESS_SETTINGS, ...TRUE_STATS, ...args],
      {
        cwd,
        env: { ...cleanEnv(env), ...extra },
        input,
        timeout: Math.ceil(checkDeadline()),
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT,
        windowsHide: true,
      },
    );
    if (ended.error && 'code' in ended.error && ended.error.code === 'ETIMEDOUT') checkDeadline();
    return ended;
  };
  return {
    run(args, options) {
      const { status, stdout, stderr, error } = call(args, options);
      if (status === 0) return String(stdout);
      const reason =
        String(stderr ?? '')
          .trim()
          .split('\n')[0] ||
        error?.message ||
        'it was ended';
      throw new Unreadable(`git ${args[0]} failed: ${reason}`);
    },
    ask(args, options) {
      const { status, stdout } = call(args, options);
      return status === 0 ? String(stdout) : undefined;
    },
    checkDeadline,
  };
}

/** Git looks at every change of a file's status. */
const TRUE_STATS = ['-c', 'core.trustctime=true', '-c', 'core.checkStat=default'];

function cleanEnv(env: Env): Record<string, string | undefined> {
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
