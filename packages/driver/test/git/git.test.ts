import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedPaths } from '../../src/git/changes.ts';
import { createGit } from '../../src/git/git.ts';
import { readRepository } from '../../src/git/repository.ts';
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
