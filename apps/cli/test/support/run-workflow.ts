import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  /** Values of the expressions, such as `github.sha`; an unknown one is an error. */
  readonly values: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** The repository on the server, and the folder where artifacts are. */
  readonly server: string;
  readonly artifact: string;
}

/** How a job ended. */
export interface Ended {
  readonly code: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Runs the steps of one job as a runner does. Checkout and artifacts are copies of folders. */
export function runJob(steps: readonly Step[], { folder, values, env, server, artifact }: Runner): Ended {
  const temp = join(folder, 'temp');
  const work = join(folder, 'work');
  mkdirSync(temp, { recursive: true });
  mkdirSync(work);
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
  for (const [index, step] of steps.entries()) {
    if (!isMet(step.if ?? '', code === 0, valueOf)) continue;
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
    if (step.id !== undefined) outputs[step.id] = readOutputs(files['GITHUB_OUTPUT'] ?? '');
    if (done.status !== 0 && code === 0) code = done.status ?? -1;
  }
  return { code, log, outputs };
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
  }: {
    readonly work: string;
    readonly temp: string;
    readonly server: string;
    readonly artifact: string;
    readonly sha: string;
  },
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
