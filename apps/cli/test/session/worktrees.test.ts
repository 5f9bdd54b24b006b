import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLoop } from '../support/in-process.ts';
import { bareEnv, type Project } from '../support/project.ts';

async function loopInWorktree(): Promise<Project & { readonly tree: string }> {
  const project = await createLoop(
    ['--check', 'issue 42=test -f mended', '--check', 'tests pass=true', '--folder', '../issue-42'],
    { git: true },
  );
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
      cwd: project.path,
      env: bareEnv(project.path),
    });
  project.write('.gitignore', '.loop/\n');
  git('add', '.gitignore');
  git('commit', '--quiet', '-m', 'Begin');
  git('worktree', 'add', '--quiet', '../issue-42');
  return { ...project, tree: project.at('../issue-42') };
}

async function statesOf(project: Project): Promise<readonly (readonly [string, string])[]> {
  const { criteria } = await project.json('status');
  return criteria.map(({ name, state }) => [name, state] as const);
}

test('checks run in the work tree that they were given, and prove nothing about another', async () => {
  const project = await loopInWorktree();
  project.write('mended', '');
  expect((await project.loop(['verify'])).code).toBe(6);
  writeFileSync(`${project.tree}/mended`, '');
  expect((await project.loop(['verify'])).code).toBe(0);

  project.write('other.txt', 'work on something else');
  expect(await statesOf(project)).toEqual([
    ['issue 42', 'proved'],
    ['tests pass', 'proved'],
  ]);

  writeFileSync(`${project.tree}/later.txt`, 'not looked at by any check');
  expect(await statesOf(project)).toEqual([
    ['issue 42', 'stale'],
    ['tests pass', 'stale'],
  ]);
});

test('from a linked work tree the loop of the main one is found', async () => {
  const project = await loopInWorktree();
  writeFileSync(`${project.tree}/mended`, '');
  const { code, stdout } = await project.loop(['verify'], { cwd: project.tree });
  expect([code, stdout]).toEqual([0, expect.stringContaining('issue 42')]);
  const { run } = await project.json('status', [], { cwd: project.tree });
  expect(run?.frames[0]?.criteria.map(({ check }) => check?.folder)).toEqual(['../issue-42', '../issue-42']);
});

test('a work tree that is gone is named, and nothing counts as proved', async () => {
  const project = await loopInWorktree();
  writeFileSync(`${project.tree}/mended`, '');
  await project.loop(['verify']);
  execFileSync('git', ['worktree', 'remove', '--force', project.tree], { cwd: project.path });
  expect((await statesOf(project)).map(([, state]) => state)).toEqual(['stale', 'stale']);
  await project.loop(['signal', 'done']);
  const stdin = JSON.stringify({ session_id: project.session, cwd: project.path });
  const stop = await project.loop(['doctor', '--try', 'Stop', '--dialect', 'block', '--json'], {
    input: stdin,
  });
  const printed = JSON.parse(stop.stdout) as { readonly stdout: string };
  expect(JSON.parse(printed.stdout)).toMatchObject({
    decision: 'block',
    reason: expect.stringMatching(
      /a proof is missing[^]*could not be read: could not read .*issue-42: ENOENT/,
    ),
  });
  const { code, stderr } = await project.loop(['verify']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('issue-42')]);
});
