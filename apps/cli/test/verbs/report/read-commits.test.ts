import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCommits } from '../../../src/verbs/report/read-commits.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('reads the commits of a run, the oldest first, with their lines and their diff', () => {
  const root = tempFolder();
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root });
  const commit = (subject: string, run: string, iteration: number): void => {
    git('add', '.');
    git('commit', '--quiet', '--message', `${subject}\n\nLoop-Run: ${run}\nLoop-Iteration: ${iteration}/9\n`);
  };
  git('init', '--quiet');
  writeFileSync(join(root, 'a b.txt'), 'one\n');
  writeFileSync(join(root, 'logo.png'), Buffer.alloc(20));
  commit('first', 'run-1', 1);
  writeFileSync(join(root, 'a b.txt'), 'other\n');
  commit('another run', 'run-12', 1);
  writeFileSync(join(root, 'a b.txt'), 'two\nthree\n');
  commit('second', 'run-1', 2);

  const commits = readCommits(root, 'run-1', 0);
  expect(commits.map(({ iteration, files }) => [iteration, files])).toEqual([
    [1, [{ path: 'a b.txt', added: 1, removed: 0 }, { path: 'logo.png' }]],
    [2, [{ path: 'a b.txt', added: 2, removed: 1 }]],
  ]);
  expect(commits[0]?.patch).toMatch(/^diff --git "?a\/a b.txt[^]*\n\+one\n[^]*Binary files/);
  expect(commits[1]?.patch).toMatch(/\n-other\n\+two\n\+three\n$/);
});
