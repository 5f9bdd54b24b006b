import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolder, placeOfWork } from '../../src/git/place-of-work.ts';
import { git, hasGit } from '../support/git.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A repository with a folder `app`, and two linked work trees: one inside of it, one beside it. */
function trees(): { readonly main: string; readonly inside: string; readonly beside: string } {
  const folder = tempFolder();
  const main = join(folder, 'main');
  mkdirSync(join(main, 'app/src'), { recursive: true });
  git(main, 'init', '-q', '-b', 'main');
  writeFileSync(join(main, 'app/src/a.js'), 'a\n');
  git(main, 'add', '.');
  git(main, 'commit', '-q', '-m', 'Begin');
  git(main, 'worktree', 'add', '-q', '-b', 'feature', '.claude/worktrees/x');
  git(main, 'worktree', 'add', '-q', '--detach', '../linked');
  return { main, inside: join(main, '.claude/worktrees/x'), beside: join(folder, 'linked') };
}

function repositoryAt(path: string): string {
  mkdirSync(path, { recursive: true });
  git(path, 'init', '-q');
  return path;
}

describe.skipIf(!hasGit)('the place of work is', () => {
  it('the project for every folder of its own work tree, and for one that is gone', () => {
    const { main } = trees();
    const project = { kind: 'project', root: main, folder: main, path: main };
    for (const cwd of ['', main, join(main, 'app/src'), join(main, 'app/gone/too')])
      expect(placeOfWork(main, cwd)).toEqual(project);
    expect(placeOfWork(join(main, 'app'), main)).toMatchObject({ kind: 'project' });
  });

  it('the corresponding folder of another work tree, wherever that lies', () => {
    const { main, inside, beside } = trees();
    expect(placeOfWork(main, join(inside, 'app/src'))).toEqual({
      kind: 'linked',
      root: main,
      folder: inside,
      path: inside,
      branch: 'feature',
    });
    expect(placeOfWork(join(main, 'app'), beside)).toEqual({
      kind: 'linked',
      root: join(main, 'app'),
      folder: join(beside, 'app'),
      path: beside,
      branch: undefined,
    });
    expect(placeOfWork(beside, main)).toMatchObject({ kind: 'linked', folder: main, branch: 'main' });
  });

  it('elsewhere for another repository, inside or outside, and for a folder outside of any', () => {
    const { main } = trees();
    const vendor = repositoryAt(join(main, 'vendor/x'));
    const other = repositoryAt(join(tempFolder(), 'other'));
    const none = tempFolder();
    for (const cwd of [vendor, other, none])
      expect(placeOfWork(main, cwd)).toEqual({ kind: 'elsewhere', root: main, folder: main, path: cwd });
    expect(placeOfWork(none, join(none, '..'))).toMatchObject({ kind: 'elsewhere' });
  });

  it('the project for a repository inside of a project without one: the proof covers it', () => {
    const root = tempFolder();
    expect(placeOfWork(root, repositoryAt(join(root, 'one')))).toMatchObject({ kind: 'project' });
  });

  it('elsewhere for a folder that only pretends to be a work tree of the repository', () => {
    const { main, inside } = trees();
    const fake = join(main, 'vendor/x');
    mkdirSync(fake, { recursive: true });
    const dotGit = join(fake, '.git');
    const elsewhere = { kind: 'elsewhere', root: main, folder: main, path: fake };
    for (const target of [join(main, '.git'), join(main, '.git/worktrees/x')]) {
      writeFileSync(dotGit, `gitdir: ${target}\n`);
      expect(placeOfWork(main, fake)).toEqual(elsewhere);
      rmSync(dotGit);
    }
    symlinkSync(join(main, '.git'), dotGit);
    expect(placeOfWork(main, fake)).toEqual(elsewhere);
    rmSync(dotGit);
    repositoryAt(fake);
    writeFileSync(join(dotGit, 'commondir'), `${join(main, '.git')}\n`);
    expect(placeOfWork(main, fake)).toEqual(elsewhere);
    // A copy of a real work tree is not the one that the repository knows.
    rmSync(fake, { recursive: true });
    renameSync(inside, fake);
    expect(placeOfWork(main, fake)).toEqual(elsewhere);
  });

  it('where a check runs, unless its own folder lies outside of the work tree of the project', () => {
    const { main, inside, beside } = trees();
    const place = placeOfWork(main, inside);
    expect(checkFolder(place)).toBe(inside);
    expect(checkFolder(place, 'app')).toBe(join(inside, 'app'));
    expect(checkFolder(place, '../linked')).toBe(beside);
    expect(checkFolder(placeOfWork(main, main), 'app')).toBe(join(main, 'app'));
  });
});
