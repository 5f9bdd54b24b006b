import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createStartList, type StartList } from '../../src/touched/start-list.ts';
import { touchedSince, type Since, type Touched } from '../../src/touched/touched-since.ts';
import { listTree } from '../../src/tree/tree-identity.ts';
import { git, hasGit } from '../support/git.ts';
import { project, put } from '../support/project.ts';
import { tempFolder } from '../support/temp-folder.ts';

const OPTIONS = { timeoutMs: 60_000 };

describe.runIf(hasGit)('what changed since the start', () => {
  test('is named after commits too: changed and deleted files before new ones', () => {
    const root = project({ 'src/a.js': '1', 'test/a.test.js': '1', 'vitest.config.ts': 'x', same: '1' });
    const start = begin(root);
    put(root, 'src/a.js', '2');
    put(root, 'test/a.test.js', '2');
    rmSync(join(root, 'vitest.config.ts'));
    put(root, '.npmrc', 'ignore-scripts=true');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'two');
    put(root, 'later', '1');
    expect(since(root, start)).toMatchObject({
      changed: 2,
      deleted: 1,
      added: 2,
      files: [
        { path: 'src/a.js', change: 'changed' },
        { path: 'test/a.test.js', change: 'changed' },
        { path: 'vitest.config.ts', change: 'deleted' },
        { path: '.npmrc', change: 'new' },
        { path: 'later', change: 'new' },
      ],
    });
  });

  test('names at most 200 files and counts all', () => {
    const root = project({ 'a.txt': '1' });
    const start = begin(root);
    for (let index = 0; index < 250; index += 1) put(root, `new/${index}`, '1');
    const { files, added } = since(root, start);
    expect([files.length, added]).toEqual([200, 250]);
  });

  test('finds guarded files that changed or went, but not new ones', () => {
    const root = project({ 'spec/a.txt': '1', 'spec/deep/b.txt': '1', 'other.txt': '1' });
    const start = begin(root);
    put(root, 'spec/a.txt', '2');
    rmSync(join(root, 'spec/deep/b.txt'));
    put(root, 'spec/c.txt', '1');
    put(root, 'other.txt', '2');
    expect(since(root, start, { guard: ['spec/**'] }).guarded).toEqual(['spec/a.txt', 'spec/deep/b.txt']);
  });

  test('names an exclude file of the repository, which decides which files count', () => {
    const root = project({ 'a.txt': '1' });
    const start = begin(root);
    put(root, '.git/info/exclude', 'hidden');
    expect(since(root, start).files).toMatchObject([{ path: '.git/info/exclude' }]);
  });

  test('in a folder of a repository, files beside it count, and are named from the folder', () => {
    const top = project({ 'packages/app/a.js': '1', 'packages/lib/b.test.js': '1' });
    const root = join(top, 'packages/app');
    const start = begin(root);
    put(top, 'packages/lib/b.test.js', 'changed');
    put(top, '.github/workflows/ci.yml', 'new');
    expect(since(root, start).files).toEqual([
      { path: '../lib/b.test.js', change: 'changed' },
      { path: '../../.github/workflows/ci.yml', change: 'new' },
    ]);
  });

  test('a tracked file that an index flag hides still counts', () => {
    const root = project({ 'test/a.test.js': '1' });
    const start = begin(root);
    git(root, 'update-index', '--assume-unchanged', 'test/a.test.js');
    put(root, 'test/a.test.js', 'changed');
    expect(since(root, start).files).toEqual([{ path: 'test/a.test.js', change: 'changed' }]);
  });

  test('nothing is named where nothing changed', () => {
    const root = project({ 'test/a.test.js': '1' });
    expect(since(root, begin(root))).toMatchObject({ changed: 0, deleted: 0, added: 0, files: [] });
  });

  test('the command of version 0.1.0 can read the record: it needs the list of proof files', () => {
    const root = project({ 'a.txt': 'a' });
    expect(since(root, begin(root)).proofFiles).toEqual([]);
  });

  test('is unknown when the list is gone, damaged or replaced', () => {
    const root = project({ 'a.txt': '1' });
    const start = begin(root);
    const other = begin(project({ 'b.txt': '1' }));
    expect(since(root, start, { bytes: undefined }).unknown).toContain('gone');
    expect(since(root, start, { bytes: Buffer.from('x') }).unknown).toContain('damaged');
    expect(since(root, start, { bytes: other.bytes }).unknown).toContain('was changed');
  });
});

test('without git there is no list', () => {
  const root = tempFolder();
  expect(createStartList(root, { env: { PATH: '' } })).toMatchObject({ status: 'unknown' });
});

type Known = Extract<StartList, { status: 'known' }>;

function begin(root: string): Known {
  const list = createStartList(root, OPTIONS);
  if (list.status === 'unknown') throw new Error(list.reason);
  return list;
}

function since(root: string, { digest, bytes }: Known, more: Partial<Since> = {}): Touched {
  return touchedSince({ digest, bytes, guard: [], ...more }, () => listTree(root, OPTIONS));
}
