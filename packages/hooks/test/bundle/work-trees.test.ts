import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeIdentity } from '@loopwright/checks';
import { expect, test } from 'vitest';
import {
  callHook,
  CLAIM,
  createProjectFolder,
  rememberStart,
  runIn,
  startIn,
  submitIn,
} from '../support/run-hook.ts';

/** Leaves a trace where it runs. */
const CHECK = 'pwd >> .loop-ran; grep green state.txt';

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' });
}

/** A loop with one check, which the user typed. */
function start(root: string, command: string, by: 'user' | 'claude' = 'user'): void {
  startIn(root, { criteria: [{ name: 'tests', check: { command, by }, by }] });
  rememberStart(root, `do the work --check "tests=${command}"`);
}

/** A repository with a loop whose check passes on its green files, and a linked work tree. */
function projectWithTree(): { readonly root: string; readonly tree: string } {
  const root = createProjectFolder();
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(join(root, '.gitignore'), '.loop-ran\n');
  writeFileSync(join(root, 'state.txt'), 'green\n');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'Begin');
  git(root, 'worktree', 'add', '-q', '-b', 'feature', '.claude/worktrees/x');
  start(root, CHECK);
  return { root, tree: join(root, '.claude/worktrees/x') };
}

/** The answer to a claim that Claude makes while it stands in `cwd`. */
const claimIn = async (cwd: string, root: string): Promise<string> =>
  (await callHook(root, 'Stop', { ...CLAIM, cwd })).stdout;

const ran = (folder: string): boolean => existsSync(join(folder, '.loop-ran'));

test('red work in a linked work tree is not proved by the green project', async () => {
  const { root, tree } = projectWithTree();
  writeFileSync(join(tree, 'state.txt'), 'red\n');
  expect(await claimIn(tree, root)).toContain('tests (its check failed)');
  expect([ran(root), ran(tree)]).toEqual([false, true]);
});

test('green work in a linked work tree is proved there, and the end names it', async () => {
  const { root, tree } = projectWithTree();
  writeFileSync(join(root, 'state.txt'), 'red\n');
  mkdirSync(join(tree, 'deep'));
  expect(await claimIn(join(tree, 'deep'), root)).toContain('Doubts: proved in the work tree');
  expect([ran(root), ran(tree)]).toEqual([false, true]);
  expect(runIn(root).ending).toMatchObject({
    kind: 'verified',
    workTree: { path: tree, branch: 'feature' },
    seen: { hook: ['tests'] },
  });
});

/** Records what `loop verify` found in a folder. */
function verified(root: string, folder: string, passed: boolean): void {
  const tree = treeIdentity(folder);
  if (tree.status !== 'known') throw new Error(tree.reason);
  const result = { id: 'e', at: Date.now(), passed, exitCode: passed ? 0 : 1, durationMs: 5 };
  const evidence = { ...result, fingerprint: tree.identity };
  submitIn(root, { type: 'verify', results: [{ criterion: 'tests', evidence }] });
}

test('evidence of one work tree is not fresh for another one with other files', async () => {
  const { root, tree } = projectWithTree();
  verified(root, tree, true);
  writeFileSync(join(root, 'state.txt'), 'red\n');
  expect(await claimIn(root, root)).toContain('tests (its check failed)');
});

test('nothing runs in another repository, and the loop does not end there', async () => {
  const { root } = projectWithTree();
  const vendor = join(root, 'vendor/x');
  mkdirSync(vendor, { recursive: true });
  git(vendor, 'init', '-q');
  writeFileSync(join(vendor, 'state.txt'), 'green\n');
  const answer = await claimIn(vendor, root);
  expect(answer).toContain('You said the work is done, but a proof is missing: tests');
  expect(answer).toContain(
    `No check ran: ${vendor} is no work tree of this loop's project. Go back to ${root}`,
  );
  expect([ran(root), ran(vendor)]).toEqual([false, false]);
  expect(await claimIn('/', root)).toContain('No check ran: / is no work tree');
  expect(await claimIn(root, root)).toContain('✓ Done: tests');
});

/** A session in `packages/app`, whose check looks at `packages/lib`. */
function monorepo(
  state: 'green' | 'red',
  by: 'user' | 'claude',
): { readonly root: string; readonly lib: string } {
  const top = createProjectFolder();
  const root = join(top, 'packages/app');
  const lib = join(top, 'packages/lib/state.txt');
  for (const name of ['app', 'lib']) mkdirSync(join(top, 'packages', name), { recursive: true });
  git(top, 'init', '-q', '-b', 'main');
  writeFileSync(lib, `${state}\n`);
  git(top, 'add', '.');
  git(top, 'commit', '-qm', 'Begin');
  start(root, 'grep green ../lib/state.txt', by);
  return { root, lib };
}

test('a break beside the folder of the session makes the evidence of Claude stale', async () => {
  const { root, lib } = monorepo('green', 'claude');
  verified(root, root, true);
  writeFileSync(lib, 'red\n');
  expect(await claimIn(root, root)).toContain('tests (changed since its check passed)');
});

test('a repair beside the folder of the session makes the check run again', async () => {
  const { root, lib } = monorepo('red', 'user');
  verified(root, root, false);
  writeFileSync(lib, 'green\n');
  expect(await claimIn(root, root)).not.toContain('never seen failing');
});
