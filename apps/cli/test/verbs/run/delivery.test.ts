// @module-tag deep
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProject } from '../../support/in-process.ts';
import { bareEnv, type Project, type Ran } from '../../support/project.ts';

const SPEC =
  'GET /health answers 200 in under 50 ms. Only src/health.ts changes, no new dependencies. All tests pass. Done when merged.';
const person = { session: null };

interface Repository extends Project {
  git(...args: readonly string[]): string;
  run(...args: readonly string[]): Promise<Ran>;
  delivery(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
}

/** A repository, and a client that writes `made.txt` where it works and claims to be done. */
function repository({ commit = true } = {}): Repository {
  const project = createProject();
  const env = { ...bareEnv(project.at('..')), GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: project.path,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@example.invalid');
  project.write('old.txt', 'old\n');
  if (commit) {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Begin');
  }
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: '<loop-complete>\nDone.\n</loop-complete>',
  };
  const client = project.at('../client.sh');
  const lines = `cat > /dev/null\necho made >> made.txt\nprintf '%s\\n' '${JSON.stringify(result)}'\n`;
  writeFileSync(client, `#!/bin/sh\n${lines}`, { mode: 0o755 });
  const run = (...args: readonly string[]): Promise<Ran> =>
    project.loop(['run', '--claude', client, ...args], person);
  return {
    ...project,
    git,
    run,
    delivery: async (...args) => {
      const { stdout } = await run('--json', ...args);
      return (JSON.parse(stdout) as { readonly delivery: Readonly<Record<string, unknown>> }).delivery;
    },
  };
}

test('commits in place on the branch of the user, and leaves out what was changed before', async () => {
  const project = repository();
  project.write('old.txt', 'of the user\n');
  const { code, stdout, stderr } = await project.run(SPEC, '--commit', 'each');
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    'Changed before this run, so no commit takes them: old.txt. --with-changes commits them, too.',
  );
  expect(stdout).toContain('Branch: main, 1 commit, in ');
  expect(stdout).toContain('Not committed: old.txt');
  expect(project.git('show', '--format=', '--name-only', 'HEAD')).toBe('made.txt\n');

  // The report has the diff stat of the iteration from its commit, whatever the settings of the repository.
  project.git('config', 'diff.external', 'touch external');
  project.git('config', 'log.showSignature', 'true');
  project.git('config', 'gpg.program', project.at('no-such-gpg'));
  const { stdout: report } = await project.loop(['report', '--format', 'md', '--out', '-'], person);
  expect(report).toContain('| 1 file +1 −0 |');
  expect(report).toMatch(/- \w+: <code>made.txt<\/code> \+1 −0/);
  expect(existsSync(project.at('external'))).toBe(false);
});

test('commits the changes of the user when asked to', async () => {
  const project = repository();
  project.write('old.txt', 'of the user\n');
  expect(await project.delivery(SPEC, '--commit', 'end', '--with-changes')).toMatchObject({
    commits: 1,
    uncommitted: [],
  });
  expect(project.git('show', '--format=', '--name-only', 'HEAD')).toBe('made.txt\nold.txt\n');
});

test('a work tree with uncommitted work is kept beside the repository, and one where nothing was done is removed', async () => {
  const project = repository();
  const kept = await project.delivery(SPEC, '--worktree=kept');
  expect(kept).toMatchObject({
    folder: project.at('../project.loops/kept'),
    branch: 'loop/kept',
    uncommitted: ['made.txt'],
  });
  expect(existsSync(project.at('made.txt'))).toBe(false);
  expect(readFileSync(project.at('../project.loops/kept/made.txt'), 'utf8')).toBe('made\n');

  project.write('.gitignore', 'made.txt\n');
  project.git('add', '.gitignore');
  project.git('commit', '--quiet', '--message', 'Ignore');
  expect(await project.delivery(SPEC, '--worktree=empty')).toMatchObject({ folder: null, commits: 0 });
  expect(project.git('branch', '--list', 'loop/*')).not.toContain('empty');
});

test('a name that is taken is refused, and names the run to go on with', async () => {
  const project = repository();
  await project.run(SPEC, '--worktree=one');
  const { code, stderr } = await project.run(SPEC, '--worktree=one');
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is a work tree one already')]);
});

test('the name may follow the flag as a word where the spec comes from a file', async () => {
  const project = repository();
  project.write('../SPEC.md', SPEC);
  const delivery = await project.delivery('--worktree', 'named', '--spec-file', '../SPEC.md');
  expect(delivery).toMatchObject({ branch: 'loop/named' });
});

test('a run in a linked work tree begins there with --project, and another one beside the main tree', async () => {
  const project = repository();
  project.git('worktree', 'add', '--quiet', '-b', 'mine', '../mine');
  const mine = project.at('../mine');
  expect(await project.delivery(SPEC, '--project', '../mine', '--commit', 'each')).toMatchObject({
    folder: mine,
    branch: 'mine',
  });
  expect(existsSync(`${mine}/.loop/runs`)).toBe(true);
  expect(existsSync(project.at('.loop'))).toBe(false);
  const status = await project.loop(['status', '--project', '../mine', '--json'], person);
  expect(JSON.parse(status.stdout)).toMatchObject({ run: { status: 'completed' } });
  const other = await project.delivery(SPEC, '--project', '../mine', '--worktree=two');
  expect(other).toMatchObject({ folder: project.at('../project.loops/two') });
});

test('a subfolder of a repository is the project in the work tree, too', async () => {
  const project = repository();
  project.write('packages/a/index.js', '');
  project.git('add', '--all');
  project.git('commit', '--quiet', '--message', 'A package');
  await project.run(SPEC, '--worktree=sub', '--project', 'packages/a', '--commit', 'each');
  expect(project.git('show', '--format=', '--name-only', 'loop/sub')).toBe('packages/a/made.txt\n');
});

test.each([
  [
    'no repository',
    (one: Repository) => execFileSync('rm', ['-rf', one.at('.git')]),
    ['--worktree'],
    'is in no git repository',
  ],
  [
    'a detached HEAD',
    (one: Repository) => one.git('switch', '--quiet', '--detach'),
    ['--commit', 'each'],
    'detached HEAD',
  ],
  ['no remote', () => undefined, ['--worktree', '--pr'], 'no remote to push to'],
  [
    'the branch to merge into',
    (one: Repository) => {
      one.git('remote', 'add', 'origin', one.path);
      one.git('fetch', '--quiet');
    },
    ['--pr'],
    'You are on main, so there is no branch for a pull request',
  ],
  [
    'no identity',
    (one: Repository) => {
      one.git('config', '--unset', 'user.name');
      one.git('config', '--unset', 'user.email');
      one.git('config', 'user.useConfigOnly', 'true');
    },
    ['--commit', 'end'],
    'Git does not know who commits here',
  ],
  ['no commits wanted', () => undefined, ['--pr', '--commit', 'none'], '--pr pushes commits'],
])('%s is answered clearly, and nothing is started', async (_, prepare, flags, message) => {
  const project = repository();
  prepare(project);
  const { code, stderr } = await project.run(SPEC, ...flags);
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
  expect(existsSync(project.at('.loop'))).toBe(false);
  expect(existsSync(project.at('../project.loops'))).toBe(false);
});

test('a repository without a commit is answered clearly', async () => {
  const project = repository({ commit: false });
  const { code, stderr } = await project.run(SPEC, '--worktree');
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no commit yet')]);
});

test('an unclear spec leaves no work tree behind', async () => {
  const project = repository();
  expect((await project.run('make it better', '--worktree=x')).code).toBe(5);
  expect(existsSync(project.at('../project.loops'))).toBe(false);
});
