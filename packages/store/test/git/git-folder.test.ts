import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGitTree, mainTreeOf } from '../../src/git/git-folder.ts';
import { git, hasGit } from '../support/git.ts';
import { tempFolder } from '../support/temp-folder.ts';

function twoTrees(): { readonly main: string; readonly linked: string } {
  const folder = tempFolder();
  const main = join(folder, 'main');
  mkdirSync(join(main, 'app'), { recursive: true });
  git(main, 'init', '-q', '-b', 'main');
  writeFileSync(join(main, 'app', 'a.js'), 'a\n');
  git(main, 'add', '.');
  git(main, 'commit', '-q', '-m', 'Begin');
  git(main, 'worktree', 'add', '-q', '../linked');
  return { main, linked: join(folder, 'linked') };
}

it.skipIf(!hasGit)('findGitTree goes past an empty or unfinished .git folder, as git does', () => {
  const { main, linked } = twoTrees();
  for (const tree of [main, linked]) {
    const folder = join(tree, 'app');
    mkdirSync(join(folder, '.git'), { recursive: true });
    expect(findGitTree(folder)?.top).toBe(tree);
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    expect(findGitTree(folder)?.top).toBe(tree);
    expect(git(folder, 'rev-parse', '--show-toplevel').trim()).toBe(tree);
  }
});

describe.skipIf(!hasGit)('mainTreeOf', () => {
  it('gives the same place in the main work tree', () => {
    const { main, linked } = twoTrees();
    expect(mainTreeOf(linked)).toBe(main);
    expect(mainTreeOf(join(linked, 'app'))).toBe(join(main, 'app'));
  });

  it('gives nothing in the main work tree itself, in a repository without one, and outside of any', () => {
    const { main, linked } = twoTrees();
    expect(mainTreeOf(main)).toBeUndefined();
    const bare = join(tempFolder(), 'bare');
    git(main, 'clone', '-q', '--bare', '.', bare);
    git(bare, 'worktree', 'add', '-q', '../tree');
    expect(mainTreeOf(join(bare, '../tree'))).toBeUndefined();
    rmSync(join(linked, '.git'));
    expect(mainTreeOf(linked)).toBeUndefined();
  });
});
