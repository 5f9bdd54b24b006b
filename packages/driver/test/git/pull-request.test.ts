import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGit } from '@loopwright/checks';
import {
  defaultBranchOf,
  formAddress,
  openPullRequest,
  pushBranch,
  remoteOf,
} from '../../src/git/pull-request.ts';
import { createRepository, type TestRepository } from '../support/repository.ts';

test.each([
  ['git@github.com:o/r.git', 'https://github.com/o/r/compare/main...loop%2Ffix?expand=1'],
  ['https://user:secret@github.com/o/r.git', 'https://github.com/o/r/compare/main...loop%2Ffix?expand=1'],
  ['ssh://git@github.example:2222/o/r', 'https://github.example/o/r/compare/main...loop%2Ffix?expand=1'],
  [
    'git@gitlab.com:group/sub/r.git',
    'https://gitlab.com/group/sub/r/-/merge_requests/new?merge_request%5Bsource_branch%5D=loop%2Ffix&merge_request%5Btarget_branch%5D=main',
  ],
  ['/srv/r.git', undefined],
  ['C:/r.git', undefined],
])('the form for the remote %s', (remote, address) => {
  expect(formAddress(remote, 'main', 'loop/fix')).toBe(address);
});

function withRemote(): TestRepository & { readonly remote: string } {
  const repository = createRepository();
  const remote = join(repository.path, '../r.git');
  mkdirSync(remote);
  repository.git('init', '--quiet', '--bare', remote);
  repository.git('remote', 'add', 'origin', remote);
  repository.git('push', '--quiet', 'origin', 'main');
  repository.git('switch', '--quiet', '--create', 'fix');
  return { ...repository, remote };
}

test('pushes one branch, and never over commits that the remote has', async () => {
  const repository = withRemote();
  const git = createGit(repository.path, repository.env);
  repository.git('tag', '--annotate', 'v1', '--message', 'A tag');
  repository.git('config', 'push.followTags', 'true');
  const place = { remote: 'origin', base: 'main', branch: 'fix' };
  expect(await pushBranch(git, place)).toMatchObject({ code: 0 });
  expect(repository.git('ls-remote', 'origin')).not.toContain('v1');
  repository.git('commit', '--quiet', '--amend', '--message', 'Another');
  expect(await pushBranch(git, place)).toMatchObject({
    code: 1,
    output: expect.stringContaining('rejected'),
  });
});

test('finds the remote and its default branch', async () => {
  const repository = withRemote();
  const git = createGit(repository.path, repository.env);
  expect(await remoteOf(git, 'fix')).toBe('origin');
  expect(await defaultBranchOf(git, 'origin')).toBeUndefined();
  repository.git('remote', 'set-head', 'origin', 'main');
  expect(await defaultBranchOf(git, 'origin')).toBe('main');
  repository.git('remote', 'add', 'mine', repository.remote);
  repository.git('config', 'remote.pushDefault', 'mine');
  expect(await remoteOf(git, 'fix')).toBe('mine');
});

test('without gh it names the form; a gh that fails is told with its output', async () => {
  const repository = withRemote();
  const git = createGit(repository.path, repository.env);
  const request = { remote: 'origin', base: 'main', branch: 'fix', title: 'T', body: 'B', isDraft: false };
  expect(await openPullRequest(git, undefined, request)).toEqual({ status: 'by-hand', url: undefined });
  repository.write('gh', '#!/bin/sh\necho "gh: not logged in" >&2\nexit 4\n', 0o755);
  expect(await openPullRequest(git, join(repository.path, 'gh'), request)).toEqual({
    status: 'failed',
    output: 'gh: not logged in',
  });
});
