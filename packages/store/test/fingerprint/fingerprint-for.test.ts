import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/fingerprint/fingerprint.ts';
import { fingerprintFor } from '../../src/fingerprint/fingerprint-for.ts';
import { mainTreeOf } from '../../src/fingerprint/git-folder.ts';
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

describe('fingerprintFor', () => {
  it('looks at the project, at paths in it, or at another folder, as a check says', () => {
    const root = tempFolder();
    const other = tempFolder();
    writeFileSync(join(root, 'a.js'), 'a');
    writeFileSync(join(other, 'b.js'), 'b');
    expect(fingerprintFor(root, {})).toBe(fingerprint(root).value);
    expect(fingerprintFor(root, { paths: [] })).toBe(fingerprint(root).value);
    expect(fingerprintFor(root, { paths: ['a.js'] })).toBe(fingerprint(root, { paths: ['a.js'] }).value);
    expect(fingerprintFor(root, { folder: other })).toBe(fingerprint(other).value);
  });

  it.skipIf(!hasGit)('changes with the work tree that it was given, and with no other', () => {
    const { main, linked } = twoTrees();
    const before = fingerprintFor(main, { folder: '../linked' });
    writeFileSync(join(main, 'app', 'a.js'), 'other\n');
    expect(fingerprintFor(main, { folder: '../linked' })).toBe(before);
    writeFileSync(join(linked, 'app', 'a.js'), 'other\n');
    expect(fingerprintFor(main, { folder: '../linked' })).not.toBe(before);
  });
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
