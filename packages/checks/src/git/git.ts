import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcesses } from '../processes/end-processes.ts';
import { findProgram } from '../processes/find-program.ts';
import { type ProgramCall, runProgram } from '../run-program.ts';
import { HALF_MADE, HARMLESS_SETTINGS, TRIES, TRY_AGAIN_MS } from './git-reader.ts';
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
  const read: Git['read'] = async (args) => {
    const { code, stdout, output } = await run(args);
    if (code === 0) return stdout;
    const reason = output.trim().split('\n').at(-1) ?? 'no reason given';
    throw new GitError(`git ${args[0]} failed: ${reason}`, output);
  };
  const ask: Git['ask'] = async (args) => {
    const { code, stdout } = await run(args);
    return code === 0 ? stdout.trim() : undefined;
  };
  return { cwd, env: own, run, runAsUser, runOther, ask, read };
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

/** Settings whose value git runs. */
const PROGRAM =
  /^(?:core\.(?:fsmonitor|hookspath|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand)|filter\..*\.(?:clean|smudge|process|required)|diff\.(?:.*\.)?(?:command|textconv|external)|merge\..*\.driver|(?:merge|diff)tool\..*\.cmd|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|sequence\.editor|interactive\.difffilter|uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack|vcs)|trailer\..*\.(?:command|cmd))$/;
/** Values that switch a setting off, where the empty text does not. */
const NEUTRAL: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hookspath': devNull,
  'core.sshcommand': 'ssh',
  'core.editor': 'true',
  'core.pager': 'cat',
};
const UPLOAD = /^remote\..*\.(uploadpack|receivepack)$/;
/** An entry of a list of settings: its scope, its key, and its value if it has one. */
const ENTRY = /([^\0]*)\0([^\0\n]*)\n?([^\0]*)\0/g;
const SETTINGS_TIMEOUT_MS = 10_000;

/**
 * Arguments that stand before git's own, so that git runs no program that the repository's settings name: no hook, no
 * filter, no monitor. The settings of the user and of the machine stay as they are. An unpacked archive brings its own
 * `.git/config`, and a client that works in a repository can write it, so the settings are read anew for each call.
 * Throws if they can't be read, or can't be switched off.
 */
export function harmlessGit(program: string, cwd: string, env: Env): readonly string[] {
  const { status, stdout, stderr } = spawnSync(
    program,
    [...HARMLESS_SETTINGS, 'config', '--list', '--show-scope', '-z'],
    { cwd, env, encoding: 'utf8', timeout: SETTINGS_TIMEOUT_MS, windowsHide: true },
  );
  if (status !== 0) throw new Error(`git config failed: ${stderr?.trim() || 'it was ended'}`);
  const own = new Set<string>();
  const users: string[] = [];
  for (const [, scope, key = '', value = ''] of stdout.matchAll(ENTRY)) {
    if (!PROGRAM.test(key)) continue;
    if (scope === 'local' || scope === 'worktree') own.add(key);
    else if (scope !== 'command') users.push(`${key}=${value}`);
  }
  const overrides = [...own].flatMap((key) => {
    // `-c` would end the name there.
    if (key.includes('=')) throw new Error(`git runs nothing here: the repository's settings name ${key}`);
    return [`${key}=${neutralOf(key)}`, ...users.filter((one) => one.startsWith(`${key}=`))];
  });
  return [...HARMLESS_SETTINGS, ...overrides.flatMap((setting) => ['-c', setting])];
}

function neutralOf(key: string): string {
  const upload = UPLOAD.exec(key)?.[1];
  if (upload !== undefined) return upload === 'uploadpack' ? 'git-upload-pack' : 'git-receive-pack';
  return NEUTRAL[key] ?? (key.endsWith('.required') ? 'false' : '');
}
