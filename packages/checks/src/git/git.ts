import { setTimeout as wait } from 'node:timers/promises';
import { endProcesses } from '../processes/end-processes.ts';
import { findProgram } from '../processes/find-program.ts';
import { type ProgramCall, runProgram } from '../run-program.ts';
import { harmlessGit } from './harmless-git.ts';
import { HALF_MADE, TRIES, TRY_AGAIN_MS } from './git-reader.ts';
import type { Env } from '../env.ts';

/** How git ended. */
export interface GitEnd {
  /** Null when it was ended by a signal, took too long, or could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output and standard error as one text, its end at most. */
  readonly output: string;
}

/** What one call of git has beside its arguments. `env` has further variables. */
export type GitCall = Partial<Pick<ProgramCall, 'env' | 'input' | 'signal'>>;

/** Git in one folder, with the settings and the identity of the user. */
export interface Git {
  /** Runs git without any program that the repository names. Never rejects. */
  run(args: readonly string[], call?: GitCall): Promise<GitEnd>;
  /** Runs git as the user would, with the hooks and filters of the repository: for commits and pushes. */
  runAsUser(args: readonly string[], call?: GitCall): Promise<GitEnd>;
  /** Runs another program for the same purpose, such as `gh`. Never rejects. */
  runOther(program: string, args: readonly string[], call?: GitCall): Promise<GitEnd>;
  /** The trimmed output of git; undefined if git fails. */
  ask(args: readonly string[]): Promise<string | undefined>;
  /** The untrimmed output of git. Rejects with `GitError` if git fails. */
  read(args: readonly string[]): Promise<string>;
  readonly cwd: string;
  readonly env: ProgramCall['env'];
}

/** Git failed. The message is for people; `output` is git's own. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly output: string;

  constructor(message: string, output = '') {
    super(message);
    this.output = output;
  }
}

/** A hook of the repository may run the whole test suite. */
const TIMEOUT_MS = 600_000;
/** Everything that git starts for a run inherits this variable with the id of the run. */
const GIT_MARK = 'LOOP_GIT';

/**
 * Binds git to a folder. Nothing that it asks of a user is answered: no editor, no password. `mark` is the id of the
 * run that it works for.
 */
export function createGit(cwd: string, env: ProgramCall['env'], mark?: string): Git {
  const own = withoutQuestions(env);
  const program = findProgram(env, 'git', cwd) ?? 'git';
  const runOther: Git['runOther'] = async (name, args, call) => {
    const { exitCode, stdout, output, isTimedOut } = await runProgram({
      command: [name, ...args],
      cwd,
      input: '',
      timeoutMs: TIMEOUT_MS,
      ...call,
      env: { ...own, ...call?.env },
      mark: mark === undefined ? undefined : { variable: GIT_MARK, value: mark },
      // The maintenance of git, or an agent for keys.
      background: 'kept',
    });
    const late = `${output}\n${name} took longer than ${TIMEOUT_MS / 1000} seconds and was ended.`;
    return { code: exitCode, stdout, output: isTimedOut ? late : output };
  };
  const runAsUser: Git['runAsUser'] = async (args, call) => {
    for (let tries = 1; ; tries += 1) {
      const end = await runOther(program, args, call);
      if (end.code === 0 || tries === TRIES || !HALF_MADE.test(end.output)) return end;
      await wait(TRY_AGAIN_MS);
    }
  };
  const run: Git['run'] = async (args, call) => {
    try {
      return await runAsUser([...harmlessGit(program, cwd, own), ...args], call);
    } catch (error) {
      return { code: null, stdout: '', output: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    cwd,
    env: own,
    run,
    runAsUser,
    runOther,
    ask: async (args) => {
      const { code, stdout } = await run(args);
      return code === 0 ? stdout.trim() : undefined;
    },
    read: async (args) => {
      const { code, stdout, output } = await run(args);
      if (code === 0) return stdout;
      const reason = output.trim().split('\n').at(-1) ?? 'no reason given';
      throw new GitError(`git ${args[0]} failed: ${reason}`, output);
    },
  };
}

/**
 * Ends what git still does for a run whose driver was killed, such as a hook that waits. Git removes its lock files on
 * SIGTERM. Only Linux lets us find the processes.
 */
export async function endGit(runId: string): Promise<void> {
  await endProcesses({ mark: { variable: GIT_MARK, value: runId } });
}

/** Git sets these for its hooks. They would lead us to another repository than the folder's. */
const LOCAL_VARIABLES =
  /^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|CONFIG|DIR|GRAFT_FILE|IMPLICIT_WORK_TREE|INDEX_FILE|INTERNAL_SUPER_PREFIX|NAMESPACE|NO_REPLACE_OBJECTS|OBJECT_DIRECTORY|PREFIX|QUARANTINE_PATH|REPLACE_REF_BASE|SHALLOW_FILE|WORK_TREE)$/;

/** The user's environment for a git that asks nothing: no editor, no password. */
function withoutQuestions(env: Env): Env {
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !LOCAL_VARIABLES.test(name))),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_MERGE_AUTOEDIT: 'no',
  };
}
