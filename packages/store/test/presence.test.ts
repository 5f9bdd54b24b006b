import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRoot, hasRun, isSessionId, mayAdopt, runName, runPath } from '../src/presence.ts';
import { projectViews } from '../src/views/project-views.ts';
import { projectWithLoop, SESSION } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

describe('the path of a run', () => {
  it('is made of a hash, so that no id can lead out of the folder', () => {
    expect(runPath('/p', '../../../home/u/.bashrc')).toMatch(/^\/p\/\.loop\/runs\/[0-9a-f]{16}\.jsonl$/);
    expect(runName('A')).not.toBe(runName('a'));
  });

  it.each([undefined, null, '', 'null', 'undefined', 5, {}, 'x'.repeat(257)])(
    'is nobody’s for the id %j',
    (id) => {
      expect(isSessionId(id)).toBe(false);
      expect(hasRun('/', id)).toBe(false);
    },
  );

  it('is found taken only where that session started a run', () => {
    const { root } = projectWithLoop();
    expect(hasRun(root, SESSION)).toBe(true);
    expect(hasRun(root, 'another')).toBe(false);
    expect(hasRun('/nowhere', SESSION)).toBe(false);
    expect(hasRun(root, 'a\0b')).toBe(false);
  });
});

describe('the root', () => {
  it('is the folder that the client names, in any working folder', () => {
    const root = tempFolder();
    expect(findRoot({ CLAUDE_PROJECT_DIR: root }, '/')).toBe(root);
  });

  it('is the real path behind a link', () => {
    const root = tempFolder();
    const link = join(tempFolder(), 'link');
    symlinkSync(root, link);
    expect(findRoot({ CLAUDE_PROJECT_DIR: link }, '/')).toBe(root);
  });

  it.each(['', 'relative', '/nowhere/at/all'])('is looked for upward when the client names %j', (named) => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'));
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    expect(findRoot({ CLAUDE_PROJECT_DIR: named }, join(root, 'a', 'b'))).toBe(root);
  });

  it('is the folder that holds this session’s run, before a nearer one with another loop', () => {
    const { root } = projectWithLoop();
    const inner = join(root, 'worktrees', 'one');
    mkdirSync(join(inner, '.loop'), { recursive: true });
    expect(findRoot({}, inner, SESSION)).toBe(root);
    expect(findRoot({}, inner, 'another')).toBe(inner);
    expect(findRoot({}, inner)).toBe(inner);
  });

  it.each(['relative', '/nowhere/at/all', ''])('is unknown from the folder %j', (cwd) => {
    expect(findRoot({}, cwd)).toBeUndefined();
  });

  it('is unknown without a loop in any parent; a file or link named .loop does not count', () => {
    const root = tempFolder();
    expect(findRoot({}, root)).toBeUndefined();
    writeFileSync(join(root, '.loop'), '');
    expect(findRoot({}, root)).toBeUndefined();
    const other = tempFolder();
    symlinkSync(tempFolder(), join(other, '.loop'));
    expect(findRoot({}, other)).toBeUndefined();
  });
});

describe('a hand-written loop', () => {
  it('is suspected only where one of its files lies', () => {
    const root = tempFolder();
    expect(mayAdopt(root)).toBe(false);
    mkdirSync(join(root, '.claude'));
    writeFileSync(join(root, '.claude', 'idle-loop.local.md'), '');
    expect(mayAdopt(root)).toBe(true);
  });

  it('ignores our own view until it is edited', () => {
    const { root, opened } = projectWithLoop();
    projectViews(opened, Date.now());
    expect(mayAdopt(root)).toBe(false);
    const state = join(root, '.loop/state.json');
    writeFileSync(state, readFileSync(state, 'utf8').replace('"exit_signal": false', '"exit_signal": true '));
    expect(mayAdopt(root)).toBe(true);
    writeFileSync(join(root, '.loop/views.json'), 'nonsense');
    expect(mayAdopt(root)).toBe(true);
  });
});
