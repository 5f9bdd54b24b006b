import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type Checkout,
  createCheckout,
  type Ended,
  inputValues,
  lintWorkflow,
  runJob,
  type Step,
} from '../support/run-workflow.ts';

const folder = join(import.meta.dirname, '../../ci');
const action = readFileSync(join(folder, 'action.yml'), 'utf8');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
const { inputs: declared, runs } = parse(action) as Action;
const { steps } = runs;

interface Job extends Checkout {
  /** Runs the steps of the action as a runner does. */
  run(event: string, payload: object, inputs: Readonly<Record<string, string>>): Ended;
}

const repository = { full_name: 'o/r' };
const pullRequest = { repository, pull_request: { number: 7, head: { repo: repository } } };
const ofFork = { repository, pull_request: { number: 7, head: { repo: { full_name: 'stranger/r' } } } };
const inputs = {
  spec: 'SPEC.md',
  checks: 'made=test -s made.txt\n\nclean=git diff --check\n',
  'anthropic-api-key': 'sk-key',
};

/** A checkout as the runner has it, with stand-ins for npm and the client. */
function createJob(client = 'echo made > made.txt', says?: string): Job {
  const checkout = createCheckout();
  const { at, project, git, program, claude, env } = checkout;
  git('switch', '--quiet', '--detach');
  program('npm', `#!/bin/sh\necho "$@" >> '${at('npm.log')}'\n`);
  claude(client, says);
  return {
    ...checkout,
    run: (event, payload, given) =>
      runJob(steps, {
        folder: at('runner'),
        checkout: project.path,
        values: inputValues(declared, given),
        env: { ...env(event, payload), GITHUB_ACTION_PATH: folder, ACTIONS_RUNTIME_TOKEN: 'runtime-token' },
        server: at('server'),
        artifact: at('artifact'),
      }),
  };
}

test('on a pull request: runs, reports and keeps the commits', () => {
  const job = createJob();
  const done = job.run('pull_request', pullRequest, inputs);
  expect(done.code, done.log).toBe(0);
  expect(done.outputs['run']).toMatchObject({ result: 'ok', cost: '0.25', code: '0', branch: 'loop/42-1' });
  expect(done.summary).toContain('✓ Done');
  for (const name of [
    'report.html',
    'report.md',
    'answer.json',
    'summary.md',
    'iterations.jsonl',
    'state.json',
    'commits.bundle',
  ]) {
    expect(existsSync(job.at('runner/temp/loop', name)), name).toBe(true);
  }
  expect(job.git('bundle', 'list-heads', job.at('runner/temp/loop/commits.bundle'))).toMatch(
    /^[0-9a-f]{40} refs\/heads\/loop\/42-1$/,
  );
  expect(readFileSync(job.at('npm.log'), 'utf8')).toContain('install --global');
});

test('Claude sees no file and no token of the runner, and what it writes to them by another way does not count', () => {
  const job = createJob(
    'echo made > made.txt\nfor file in ../runner/temp/GITHUB_*; do echo PATH=/evil >> $file; done',
  );
  const done = job.run('workflow_dispatch', { repository }, inputs);
  expect(done.code, done.log).toBe(0);
  const env = readFileSync(job.at('client.env'), 'utf8');
  expect(env).not.toMatch(/^(?:ACTIONS_\w+|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))=/m);
  expect(env).toContain('ANTHROPIC_API_KEY=sk-key');
  expect(env).toContain('GITHUB_RUN_ID=42');
  expect(Object.keys(done.outputs['run'] ?? {}).sort()).toEqual(['branch', 'code', 'cost', 'result']);
  const files = ['ENV', 'PATH'].map((name) => job.at(`runner/temp/GITHUB_${name}-2`));
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['', '']);
  expect(job.git('log', '-1', '--format=%an', 'loop/42-1')).toBe('github-actions[bot]');
});

test.each(['push', 'comment'])('the input %s fails, and says what to write instead', (name) => {
  const job = createJob();
  const done = job.run('push', { repository }, { ...inputs, [name]: 'true' });
  expect(done).toMatchObject({ code: 1, ran: ['See whether it may run'] });
  expect(done.summary).toMatch(
    /uses: loopwright\/loopwright\/\.github\/workflows\/loop\.yml@[0-9a-f]{40} # /,
  );
  expect(existsSync(job.at('npm.log'))).toBe(false);
});

test('a pull request of a fork gets no secrets: nothing is installed or run, and the job does not fail', () => {
  const job = createJob();
  const outcome = job.run('pull_request', ofFork, { ...inputs, 'anthropic-api-key': '' });
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
    const outcome = createJob().run(event, ofFork, inputs);
    expect(outcome).toMatchObject({ code: 1, ran: ['See whether it may run'] });
    expect(outcome.summary).toContain('gives secrets to the code of a fork');
  },
);

test('a missing key in the own repository fails and says what to do', () => {
  const outcome = createJob().run('push', { repository }, { ...inputs, 'anthropic-api-key': '' });
  expect(outcome.code).toBe(1);
  expect(outcome.summary).toContain('Add the secret ANTHROPIC_API_KEY');
});

test('a used-up limit ends the job with its own code, after report and upload', () => {
  const job = createJob('echo half > half.txt', 'Half of it.');
  const outcome = job.run('pull_request', pullRequest, { ...inputs, iterations: '1' });
  expect(outcome.code, outcome.log).toBe(3);
  expect(outcome.outputs['run']).toMatchObject({ result: 'iterations' });
  expect(outcome.ran).toEqual(expect.arrayContaining(['Upload the report', 'Say how it ended']));
});

test('a spec that is not clear is told in the summary', () => {
  const job = createJob();
  writeFileSync(job.at('project/SPEC.md'), 'make it better\n');
  const outcome = job.run('workflow_dispatch', { repository }, { ...inputs, checks: '' });
  expect(outcome.code).toBe(5);
  expect(outcome.outputs['run']).toMatchObject({ result: 'unclear' });
  expect(outcome.summary).toContain('exit code 5');
});

test('inputs reach the shell as environment only, so a text can not become a command', () => {
  for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  const job = createJob();
  const outcome = job.run(
    'workflow_dispatch',
    { repository },
    { ...inputs, model: '$(touch ../pwned)', 'allowed-tools': '"; touch ../pwned; "' },
  );
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
  expect(await lintWorkflow(workflow)).toEqual([]);
  expect(await lintWorkflow(workflow.replace('steps.check.outputs', 'steps.chek.outputs'))).not.toEqual([]);
  for (const [, uses] of action.matchAll(/^ +uses: (.*)$/gm))
    expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('every script of the action exists, may run, and is used', () => {
  for (const { run } of steps) {
    if (run === undefined) continue;
    const script = run.replaceAll('"', '').replace('$GITHUB_ACTION_PATH', folder);
    expect(() => execFileSync('bash', ['-n', script])).not.toThrow();
  }
});
