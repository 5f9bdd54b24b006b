import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseArguments } from '@loopwright/core/flags';
import { exitCodes } from '../../src/program/cli-error.ts';
import { verbs } from '../../src/verbs.ts';
import { createProject } from '../support/project.ts';
import { lintWorkflow } from '../support/run-workflow.ts';

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, '../../ci');
const github = readFileSync(join(folder, 'github-actions.yml'), 'utf8');
const gitlab = readFileSync(join(folder, 'gitlab-ci.yml'), 'utf8');
const script = readFileSync(join(folder, 'loop.sh'), 'utf8');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const action = readFileSync(join(folder, 'action.yml'), 'utf8');
const workflow = readFileSync(join(folder, '../../../.github/workflows/loop.yml'), 'utf8');

/** What GitLab's own schema has against a file; empty when nothing. */
function lintGitlab(text: string): string {
  const project = createProject();
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: project.path, stdio: 'ignore' });
  };
  git('init', '--initial-branch=main');
  git('remote', 'add', 'origin', 'git@gitlab.example:group/project.git');
  writeFileSync(project.at('.gitlab-ci.yml'), text);
  const checked = spawnSync(process.execPath, [require.resolve('gitlab-ci-local'), '--list'], {
    cwd: project.path,
    encoding: 'utf8',
  });
  return checked.status === 0 && checked.stdout.includes('loop') ? '' : checked.stdout + checked.stderr;
}

test('actionlint accepts the workflow for GitHub, and rejects a broken one', async () => {
  expect(await lintWorkflow(github)).toEqual([]);
  expect(await lintWorkflow(github.replace('  uses:', '  use:'))).not.toEqual([]);
});

test("GitLab's own schema has nothing against the job, and has against a broken one", () => {
  expect(lintGitlab(gitlab)).toBe('');
  expect(lintGitlab(gitlab.replace('allow_failure:', 'alow_failure:'))).toContain('alow_failure');
});

test('the files call valid commands and use existing exit codes', () => {
  const calls = [...`${script}\n${gitlab}`.matchAll(/loop run (-(?:\\\n|[^\n])+)/g)].map(([, call]) =>
    (call ?? '').replaceAll('\\\n', ' ').match(/"[^"]*"|\S+/g),
  );
  expect(calls).toHaveLength(4);
  for (const words of calls) {
    const typed = (words ?? []).map((word) =>
      word.replaceAll('"', '').replace(/\$\{?LOOP_(?:BUDGET|MAX_ITER).*/, '10'),
    );
    expect(parseArguments(verbs.run, typed)).toMatchObject({ ok: true });
  }
  const { budget, iterations, breaker } = exitCodes;
  expect(gitlab).toContain(`exit_codes: [${budget.code}, ${iterations.code}, ${breaker.code}]`);
});

test('the example and the page give the workflow and the Action only inputs that they have, each by its commit', () => {
  const called = /^ {4}inputs:\n((?: {6}.*\n)+)/m.exec(workflow)?.[1] ?? '';
  const known = {
    'apps/cli/ci': [...action.matchAll(/^ {2}([\w-]+):\n {4}description/gm)].map(([, name]) => name),
    '.github/workflows/loop.yml': [...called.matchAll(/^ {6}([\w-]+):/gm)].map(([, name]) => name),
  };
  for (const [text, path] of [
    [github, '.github/workflows/loop.yml'],
    [readme, '.github/workflows/loop.yml'],
    [readme, 'apps/cli/ci'],
  ] as const) {
    const given = text.split(`loopwright/loopwright/${path}@`)[1]?.split(/ with:\n/)[1] ?? '';
    const [block = '', indent = ''] = /^( +).*\n(?:\1.*\n)*/.exec(given) ?? [];
    const names = [...block.matchAll(new RegExp(`^${indent}([\\w-]+):`, 'gm'))].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(known[path]).toEqual(expect.arrayContaining(names));
    const uses = [...text.matchAll(/\buses: (.*)$/gm)].map(([, one]) => one);
    expect(uses.length).toBeGreaterThan(0);
    for (const one of uses) expect(one).toMatch(/^[\w./-]+@[0-9a-f]{40} # v?\d+\.\d+\.\d+$/);
  }
  for (const input of new Set(Object.values(known).flat())) expect(readme).toContain(`\`${input}\``);
});

test('the shell script goes on with a loop that is paused, and begins one otherwise', () => {
  const project = createProject();
  const log = project.at('calls.log');
  const bin = project.at('bin');
  mkdirSync(bin);
  const loop = `#!/bin/sh\nif [ "$1" = status ]; then cat status.json; exit 0; fi\necho "$@" >> '${log}'\n`;
  writeFileSync(join(bin, 'loop'), loop, { mode: 0o755 });
  const call = (status: string): void => {
    project.write('status.json', status);
    execFileSync('sh', [join(folder, 'loop.sh')], {
      cwd: project.path,
      env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, ANTHROPIC_API_KEY: 'k', LOOP_CHECK: 'npm test' },
    });
  };
  call('{"run": null}');
  call('{"run": {"status": "paused"}}');
  expect(readFileSync(log, 'utf8')).toBe(
    'run --spec-file SPEC.md --check done=npm test --budget 10 --iterations 20 -- --allowedTools Bash(npm test)\n' +
      'run --resume --budget 10 -- --allowedTools Bash(npm test)\n',
  );
});
