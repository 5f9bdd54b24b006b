import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRunFromRepository, mayBeFromRepository } from '../../src/run/from-repository.ts';
import { git, hasGit } from '../support/git.ts';
import { SESSION, projectWithLoop, startLoop } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe.skipIf(!hasGit)('a journal', () => {
  it('came with the repository when git follows it, for a session id that could be guessed', () => {
    const root = tempFolder();
    git(root, 'init', '-q');
    startLoop(root);
    startLoop(root, { session: 'other', runId: 'run-2' });
    expect(isRunFromRepository({ root, sessionId: SESSION })).toBe(false);
    git(root, 'add', '-f', '.loop/runs');
    git(root, 'rm', '-q', '-r', '--cached', '.loop');
    expect(isRunFromRepository({ root, sessionId: SESSION })).toBe(false);
    git(root, 'add', '-f', '.loop/runs');
    expect(isRunFromRepository({ root, sessionId: SESSION })).toBe(true);
    expect(isRunFromRepository({ root, sessionId: 'third' })).toBe(false);
  });

  it('is the user’s own where there is no git, or the index can’t be read', () => {
    const { root } = projectWithLoop();
    expect(isRunFromRepository({ root, sessionId: SESSION })).toBe(false);
    git(root, 'init', '-q');
    writeFileSync(join(root, '.git', 'index'), 'nonsense');
    expect(isRunFromRepository({ root, sessionId: SESSION })).toBe(false);
  });
});

describe.skipIf(!hasGit)('a file', () => {
  it('came with the repository under any spelling, and in a repository inside', () => {
    const root = tempFolder();
    git(root, 'init', '-q');
    mkdirSync(join(root, '.LOOP'));
    writeFileSync(join(root, '.LOOP', 'State.json'), '');
    git(root, 'add', '-f', '.LOOP');
    expect(mayBeFromRepository(root, join(root, '.loop', 'state.json'))).toBe(true);
    expect(mayBeFromRepository(root, join(root, '.loop', 'other.json'))).toBe(false);
    const inside = join(root, 'lib', '.loop', 'state.json');
    mkdirSync(dirname(inside), { recursive: true });
    writeFileSync(inside, '');
    git(join(root, 'lib'), 'init', '-q');
    expect(mayBeFromRepository(root, inside)).toBe(false);
    git(join(root, 'lib'), 'add', '-f', '.');
    expect(mayBeFromRepository(root, inside)).toBe(true);
  });

  it('in a folder below the top is compared by its path from the top', () => {
    const top = tempFolder();
    git(top, 'init', '-q');
    const root = join(top, 'packages', 'one');
    mkdirSync(join(root, '.loop'), { recursive: true });
    writeFileSync(join(root, '.loop', 'state.json'), '');
    expect(mayBeFromRepository(root, join(root, '.loop', 'state.json'))).toBe(false);
    git(top, 'add', '-f', '.');
    expect(mayBeFromRepository(root, join(root, '.loop', 'state.json'))).toBe(true);
  });
});
