import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGit } from '@loopwright/checks';
import { addWorkTree, changedPaths, readRepository } from '../../src/git/repository.ts';
import { createRepository } from '../support/repository.ts';

test('reads a repository without running a program that its settings name', async () => {
  const repository = createRepository();
  const trace = join(repository.path, '..', 'trace');
  repository.git('config', 'core.fsmonitor', `touch '${trace}'`);
  repository.git('config', 'filter.evil.clean', `touch '${trace}'; cat`);
  repository.write('.gitattributes', '* filter=evil\n');
  repository.write('old.txt', 'new\n');
  const read = await readRepository(repository.path, repository.env);
  const git = createGit(repository.path, repository.env);
  expect(read?.branch).toBe('main');
  expect(await changedPaths(git)).toEqual(['old.txt', '.gitattributes']);
  expect(existsSync(trace)).toBe(false);
  // A commit that the user asked for runs them.
  await git.runAsUser(['add', '--all']);
  expect(existsSync(trace)).toBe(true);
});

test('adds a work tree while another git is adding one', async () => {
  const repository = createRepository();
  const read = await readRepository(repository.path, repository.env);
  const entry = join(repository.path, '.git/worktrees/other');
  mkdirSync(entry, { recursive: true });
  writeFileSync(join(entry, 'gitdir'), join(repository.path, '../other/.git'));
  writeFileSync(join(entry, 'HEAD'), 'ref: refs/heads/other\n');
  writeFileSync(join(entry, 'commondir'), '');
  setTimeout(() => rmSync(entry, { recursive: true }), 100);
  const { head: base } = read!;
  const tree = await addWorkTree(read!, 'one', { base: base!, isUnused: () => true });
  expect(existsSync(join(tree.path, 'old.txt'))).toBe(true);
});
