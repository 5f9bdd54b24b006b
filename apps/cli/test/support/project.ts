import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { projectViews, startRun } from '@loopwright/store';
import type * as z from 'zod';
import { parseArguments } from '@loopwright/core/flags';
import { framePlan, type PlanFlags } from '../../src/plan/frame-plan.ts';
import { main } from '../../src/program/main.ts';
import type { Stream } from '../../src/program/run-command.ts';
import { type VerbName, verbs } from '../../src/verbs.ts';
import type { RunJson } from '../../src/answers/run-json.ts';
import { startNode } from './processes.ts';
import { publishedAnswers } from './published-answers.ts';

/** The command as it is published. */
export const LOOP = join(import.meta.dirname, '../../dist/loop.cjs');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** `null`: no session, as for a person in a terminal. */
  readonly session?: string | null;
  /** Who runs it; left out: Claude. `start --force` counts only from the user. */
  readonly by?: 'user';
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** A person's answer to a question at a terminal; left out: there is no terminal. */
  readonly answer?: string;
  readonly cwd?: string;
  readonly uid?: number;
}

export interface Project {
  readonly path: string;
  readonly session: string;
  at(...segments: readonly string[]): string;
  write(path: string, text: string): void;
  loop(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same for the words of a line; quotes hold words together. */
  line(text: string, options?: RunOptions): Promise<Ran>;
  /** Runs a verb with `--json`, validates the answer if its form is published, and returns it. */
  json<V extends VerbName>(verb: V, args?: readonly string[], options?: RunOptions): Promise<AnswerOf<V>>;
  /** The same for a call that has to fail. */
  jsonError(args: readonly string[], options?: RunOptions): Promise<Failed & { readonly code: number }>;
}

/** `loop run` has other answers too, for a batch and for an unclear spec. */
const { run: _run, ...validated } = publishedAnswers;
type Validated = typeof validated;

// The form of the other answers is declared nowhere: tests compare their values.
/* oxlint-disable typescript/no-explicit-any */
interface OtherAnswer extends RunJson {
  readonly [field: string]: any;
  readonly checks: any[];
  readonly differences: any[];
  readonly findings: any[];
  readonly records: any[];
  readonly rules: any[];
  readonly settings: any[];
}
/* oxlint-enable typescript/no-explicit-any */
type AnswerOf<V extends VerbName> = V extends keyof Validated ? z.infer<Validated[V]> : OtherAnswer;

/** What every verb answers when it fails. */
interface Failed {
  readonly error: { readonly code: string; readonly message: string; readonly details: readonly string[] };
  readonly next: string | null;
  readonly nextWhen?: string;
}

/** An environment without settings of this machine. */
export function bareEnv(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    // The tests start runs in this process, too.
    XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '',
    LOOP_COMMAND: 'loop',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  };
}

/** An author of commits. */
export const AUTHOR = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.invalid',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.invalid',
} as const;

interface ProjectOptions {
  readonly git?: boolean;
  readonly name?: string;
  /**
   * What `loop` runs: the built command in a process of its own (left out), or the sources in this process, which takes
   * a tenth of the time. Tests of what verbs do to a run need no process.
   */
  readonly runs?: 'sources';
  /** The agent that a driver works with; left out: Claude. */
  readonly agent?: string;
}

/** Creates a project in a folder of its own, which goes when the test is over. */
export function createProject(options: ProjectOptions = {}): Project {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-cli-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const path = join(home, options.name ?? 'project');
  mkdirSync(path);
  if (options.git) execFileSync('git', ['init', '--quiet', path], { env: bareEnv(home) });
  const session = 'session-1';
  const start = options.runs === 'sources' ? callLoop : spawnLoop;
  const loop = (args: readonly string[], run: RunOptions = {}): Promise<Ran> =>
    start(callOf(args, { cwd: path, ...run }, home, run.session === undefined ? session : run.session));
  return {
    path,
    session,
    at: (...segments) => join(path, ...segments),
    write: (name, text) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    },
    loop,
    line: (text, run) => loop(splitLine(text), run),
    json: async (verb, args = [], run = {}) => {
      const { stdout } = await loop([verb, '--json', ...args], run);
      const answer = JSON.parse(stdout) as AnswerOf<typeof verb>;
      if (verb in validated) validated[verb as keyof Validated].parse(answer);
      return answer;
    },
    jsonError: async (args, run) => {
      const { code, stdout } = await loop([...args, '--json'], run);
      return { ...(JSON.parse(stdout) as Failed), code: code ?? -1 };
    },
  };
}

/** The words of a command line. Quotes hold words together. */
function splitLine(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** Creates a project with a loop, as `loop start` with these flags does, but without a process. */
export async function createLoop(
  args: readonly string[] = [],
  options: ProjectOptions = {},
): Promise<Project> {
  const project = createProject(options);
  const parsed = parseArguments(verbs.start, args);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const started = startRun(
    { root: project.path, sessionId: project.session },
    {
      type: 'start',
      at: Date.now(),
      runId: randomUUID(),
      session: project.session,
      frameId: randomUUID(),
      spec: 'Do the work',
      ...framePlan(parsed.arguments.flags as PlanFlags),
      ...(options.agent !== undefined && { agent: options.agent, isHeadless: true }),
    },
  );
  if (started.status !== 'started') throw new Error(`The loop did not start: ${started.status}`);
  projectViews(started.opened, Date.now());
  started.opened.close();
  return project;
}

/** A call of the command, as a shell would make it. */
interface Call extends Pick<RunOptions, 'input' | 'uid' | 'answer'> {
  readonly typed: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function callOf(
  args: readonly string[],
  { cwd = '.', env = {}, input, uid, answer, by }: RunOptions,
  home: string,
  session: string | null,
): Call {
  const isUsers = session !== null && (by === 'user' || (args[0] === 'start' && args.includes('--force')));
  return {
    typed: isUsers ? [...args.slice(0, 1), `--session=${session}`, ...args.slice(1)] : args,
    cwd,
    env: {
      ...bareEnv(home),
      ...(session !== null && !isUsers && { CLAUDE_CODE_SESSION_ID: session }),
      ...env,
    },
    ...(input !== undefined && { input }),
    ...(uid !== undefined && { uid }),
    ...(answer !== undefined && { answer }),
  };
}

async function spawnLoop({ typed, cwd, env, input, uid, answer }: Call): Promise<Ran> {
  if (answer !== undefined) throw new Error('A built command needs a real terminal.');
  const { ended, stdout, stderr } = startNode([LOOP, ...typed], { cwd, env, input, uid });
  return { code: await ended, stdout: stdout(), stderr: stderr() };
}

async function callLoop({ typed, cwd, env, input = '', uid, answer }: Call): Promise<Ran> {
  if (uid !== undefined) throw new Error('Another user needs a process of their own.');
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written): Stream => ({
    isTerminal: false,
    columns: undefined,
    write: (text) => {
      written[name] += text;
    },
  });
  const host = {
    typed,
    script: LOOP,
    env,
    cwd: () => cwd,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    now: () => Date.now(),
    newId: () => randomUUID(),
    readInput: () => Buffer.from(input),
    askPerson: (question: string) => {
      if (answer !== undefined) written.stderr += question;
      return answer;
    },
  };
  const code = await main(host);
  return { code, ...written };
}
