import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeEvidence } from '../../src/evidence.ts';
import { appendLearning } from '../../src/learnings.ts';
import { isLoopIgnored } from '../../src/run/make-loop-folder.ts';
import { git, hasGit } from '../support/git.ts';
import { projectWithLoop, startLoop } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Ignore files that a clone may bring to keep git from ignoring `.loop/`. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an empty file': '',
  'everything is included again': '*\n!*\n!**\n',
  'only folders are included again': '*\n!*/\n',
  'evidence is included again': '*\n!evidence/\n!evidence/**\n',
  'a comment': '# nothing\n',
  'a star before a carriage return': '*\r\n',
};

describe.skipIf(!hasGit)('git stages nothing of .loop/', () => {
  function clone(gitignore: string): string {
    const root = tempFolder();
    git(root, 'init', '-q');
    mkdirSync(join(root, '.loop', 'runs'), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, '.gitignore'), '!.loop\n!.loop/**\n');
    writeFileSync(join(root, '.loop', '.gitignore'), gitignore);
    writeFileSync(join(root, '.loop', 'runs', '.gitignore'), '!*\n');
    git(root, 'add', '-A', '-f');
    git(root, 'commit', '-qm', 'hostile');
    return root;
  }

  /** What `git add -A` puts into the next commit, without the ignore files that the clone tracks. */
  function staged(root: string): string[] {
    git(root, 'add', '-A');
    return git(root, 'diff', '--cached', '--name-only')
      .split('\n')
      .filter((name) => name !== '' && !name.endsWith('.gitignore'));
  }

  it.each(Object.entries(HOSTILE))('in a clone whose .loop/.gitignore is hostile: %s', (_, text) => {
    const root = clone(text);
    startLoop(root);
    writeEvidence(root, 'e1', 'a token');
    appendLearning(root, { id: 'x', at: 1, verdict: 'confirmed' });
    expect(isLoopIgnored(root)).toBe(true);
    expect(staged(root)).toEqual([]);
  });

  it('after a checkout that brings the hostile file back, once evidence is written', () => {
    const root = clone('!*\n');
    startLoop(root);
    git(root, 'checkout', '-q', '--', '.loop/.gitignore');
    expect(isLoopIgnored(root)).toBe(false);
    writeEvidence(root, 'e1', 'a token');
    expect(staged(root)).toEqual([]);
  });
});

describe('.loop/.gitignore', () => {
  it('of another text moves to the archive', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.loop'), { mode: 0o700 });
    writeFileSync(join(root, '.loop', '.gitignore'), '!learnings.jsonl\n');
    startLoop(root);
    expect(isLoopIgnored(root)).toBe(true);
    const [name = ''] = readdirSync(join(root, '.loop', 'archive', 'aside'));
    expect(readFileSync(join(root, '.loop', 'archive', 'aside', name), 'utf8')).toBe('!learnings.jsonl\n');
  });

  it('that is a link or a folder is replaced, and a link is not followed', () => {
    const { root } = projectWithLoop();
    const path = join(root, '.loop', '.gitignore');
    const victim = join(root, 'victim');
    writeFileSync(victim, 'mine');
    unlinkSync(path);
    symlinkSync(victim, path);
    writeEvidence(root, 'e1', 'x');
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    rmSync(path);
    mkdirSync(path);
    writeEvidence(root, 'e2', 'x');
    expect(isLoopIgnored(root)).toBe(true);
    expect(existsSync(victim)).toBe(true);
  });
});
