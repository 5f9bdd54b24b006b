import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcesses, findProgram, harmlessGit, within } from '@loopwright/checks';
import type { Env } from '../ports.ts';

/** How a program ended. */
export interface ProgramEnd {
  /** Null when it was ended by a signal, took too long, or could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output and standard error as one text, its end at most. */
  readonly output: string;
}

/** One call of a program. */
export interface ProgramCall {
  readonly cwd: string;
  readonly env: Env;
  readonly input?: string;
  /** The value of `GIT_MARK` in everything that it starts. */
  readonly mark?: string;
  readonly timeoutMs?: number;
  /** Ends the program when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Git in one folder, with the settings and the identity of the user. */
export interface Git {
  /** Runs git without any program that the repository names. Never rejects. */
  run(args: readonly string[], call?: Partial<ProgramCall>): Promise<ProgramEnd>;
  /** Runs git as the user would, with the hooks and filters of the repository: for commits and pushes. */
  runAsUser(args: readonly string[], call?: Partial<ProgramCall>): Promise<ProgramEnd>;
  /** The trimmed output of git; undefined if git fails. */
  ask(args: readonly string[]): Promise<string | undefined>;
  /** The untrimmed output of git. Rejects with `GitError` if git fails. */
  read(args: readonly string[]): Promise<string>;
  readonly cwd: string;
  readonly env: Env;
  readonly mark: string | undefined;
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
const MAX_OUTPUT = 64 * 1024;
const DRAIN_MS = 500;
const NEVER = new AbortController().signal;
/**
 * Every git reads the entries of all work trees, and dies where another git has only begun to write one. A moment later
 * the entry is whole.
 */
const HALF_MADE = /\/worktrees\/[^/\n]+\/(?:commondir|gitdir)\b/;
const TRIES = 10;
const TRY_AGAIN_MS = 50;
/** Everything that git starts for a run inherits this variable with the id of the run. */
export const GIT_MARK = 'LOOP_GIT';

/** Git sets these for its hooks. They would lead us to another repository than the folder's. */
const LOCAL_VARIABLES = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/**
 * Binds git to a folder. Nothing that it asks of a user is answered: no editor, no password. `mark` is the id of the
 * run that it works for.
 */
export function createGit(cwd: string, env: Env, mark?: string): Git {
  const own = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !LOCAL_VARIABLES.has(name))),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_MERGE_AUTOEDIT: 'no',
  };
  const program = findProgram(env, 'git', cwd) ?? 'git';
  const runAsUser: Git['runAsUser'] = async (args, call) => {
    for (let tries = 1; ; tries += 1) {
      const end = await runProgram(program, args, { cwd, env: own, ...(mark && { mark }), ...call });
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
    mark,
    run,
    runAsUser,
    ask: async (args) => {
      const { code, stdout } = await run(args);
      return code === 0 ? stdout.trim() : undefined;
    },
    read: async (args) => {
      const { code, stdout, output } = await run(args);
      if (code === 0) return stdout;
      throw new GitError(
        `git ${args[0]} failed: ${output.trim().split('\n').at(-1) ?? 'no reason given'}`,
        output,
      );
    },
  };
}

/** Runs a program in its own process group until all that it started has ended. Never rejects. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input = '', mark = randomUUID(), timeoutMs = TIMEOUT_MS, signal = NEVER }: ProgramCall,
): Promise<ProgramEnd> {
  const child = spawn(program, [...args], {
    cwd,
    env: { ...env, [GIT_MARK]: mark },
    // Without a terminal of its own, git can't ask for a password there.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const failed = new Promise<ProgramEnd>((resolve) =>
    child.once('error', (error) =>
      resolve({ code: null, stdout: '', output: `${program}: ${error.message}` }),
    ),
  );
  if (child.pid === undefined) return failed;
  const stdout: Buffer[] = [];
  let output = '';
  const add = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-MAX_OUTPUT);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    stdout.push(chunk);
    add(chunk);
  });
  child.stderr.on('data', add);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const closed = once(child, 'close');
  const exited = new Promise<{ code: number | null }>((resolve) =>
    child.once('exit', (code) => resolve({ code })),
  );
  const inTime = await within(exited, timeoutMs, signal);
  if (!inTime) await endProcesses({ group: child.pid, variable: GIT_MARK, mark });
  await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  return {
    code: inTime ? inTime.code : null,
    stdout: Buffer.concat(stdout).toString(),
    output: inTime
      ? output
      : `${output}\n${program} took longer than ${timeoutMs / 1000} seconds and was ended.`,
  };
}

/**
 * Ends what git still does for a run whose driver was killed, such as a hook that waits. Git removes its lock files on
 * SIGTERM. Only Linux lets us find the processes.
 */
export async function endGit(runId: string): Promise<void> {
  const noGroup = -1;
  if (process.platform === 'linux') await endProcesses({ group: noGroup, variable: GIT_MARK, mark: runId });
}
