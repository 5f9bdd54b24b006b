import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Touched } from '../../src/touched/compare-lists.ts';
import { createStartList, touchedSince, type Since, type StartList } from '../../src/touched/start-list.ts';
import { git, hasGit } from '../support/git.ts';
import { tempFolder } from '../support/temp-folder.ts';

const OPTIONS = { timeoutMs: 60_000 };

describe.runIf(hasGit)('what changed since the start', () => {
  test('is named after commits too: tests, scripts, lockfiles, CI, configuration, ignore files', () => {
    const root = project({
      'src/a.js': '1',
      'test/a.test.js': '1',
      'package.json': '{}',
      'package-lock.json': '{}',
      '.github/workflows/ci.yml': 'x',
      'vitest.config.ts': 'x',
      '.gitignore': 'dist',
    });
    const start = begin(root);
    for (const path of ['src/a.js', 'test/a.test.js', 'package.json', 'package-lock.json', '.gitignore']) {
      appendFileSync(join(root, path), '\n#');
    }
    rmSync(join(root, 'vitest.config.ts'));
    put(root, '.npmrc', 'ignore-scripts=true');
    put(root, '.github/workflows/ci.yml', 'y');
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'two');
    const touched = since(root, start);
    expect(touched).toMatchObject({ changed: 6, deleted: 1, added: 1, proofFileCount: 7 });
    expect(touched.proofFiles).toContainEqual({
      path: 'vitest.config.ts',
      change: 'deleted',
      kind: 'config',
    });
    expect(touched.proofFiles.map(({ kind }) => kind).sort()).toEqual(
      ['ci', 'config', 'config', 'ignore', 'lockfile', 'scripts', 'test'].sort(),
    );
    expect(touched.proofFiles.at(-1)).toEqual({ path: '.npmrc', change: 'new', kind: 'config' });
  });

  test('names a file of the check by its command, and new tests last', () => {
    const root = project({ 'tools/verify.sh': 'false', 'lib/a.js': '1' });
    const start = begin(root);
    put(root, 'tools/verify.sh', 'true');
    put(root, 'test/new.test.js', '1');
    const touched = since(root, start, { checks: [{ command: 'sh ./tools/verify.sh --all' }] });
    expect(touched.proofFiles).toEqual([
      { path: 'tools/verify.sh', change: 'changed', kind: 'command' },
      { path: 'test/new.test.js', change: 'new', kind: 'test' },
    ]);
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

  test('finds a link that leaves the project, and an exclude file of the repository', () => {
    const root = project({ 'a.txt': '1' });
    const start = begin(root);
    symlinkSync('/etc', join(root, 'out'));
    symlinkSync('a.txt', join(root, 'in'));
    put(root, '.git/info/exclude', 'hidden');
    expect(since(root, start).proofFiles).toEqual(
      [
        { path: '.git/info/exclude', change: expect.any(String) as 'new', kind: 'ignore' },
        { path: 'out', change: 'new', kind: 'link' },
      ].sort((one) => (one.change === 'new' ? 0 : -1)),
    );
  });

  test('a folder of a repository: files beside it count, and are named from the folder', () => {
    const top = project({
      'packages/app/a.js': '1',
      'packages/lib/b.test.js': '1',
      'packages/lib/c.js': '1',
    });
    const root = join(top, 'packages/app');
    const start = begin(root);
    put(top, 'packages/lib/b.test.js', 'changed');
    put(top, '.github/workflows/ci.yml', 'new');
    symlinkSync('../lib/c.js', join(root, 'in'));
    symlinkSync('lib', join(top, 'packages/also-in'));
    symlinkSync('/etc', join(top, 'packages/out'));
    expect(since(root, start)).toMatchObject({
      changed: 1,
      added: 4,
      proofFiles: [
        { path: '../lib/b.test.js', change: 'changed', kind: 'test' },
        { path: '../../.github/workflows/ci.yml', change: 'new', kind: 'ci' },
        { path: '../out', change: 'new', kind: 'link' },
      ],
    });
  });

  test('a tracked file that an index flag hides still counts', () => {
    const root = project({ 'test/a.test.js': '1' });
    const start = begin(root);
    git(root, 'update-index', '--assume-unchanged', 'test/a.test.js');
    put(root, 'test/a.test.js', 'changed');
    expect(since(root, start).proofFiles).toMatchObject([{ path: 'test/a.test.js', change: 'changed' }]);
  });

  test('nothing is named where nothing changed', () => {
    const root = project({ 'test/a.test.js': '1' });
    expect(since(root, begin(root))).toMatchObject({ changed: 0, deleted: 0, added: 0, proofFileCount: 0 });
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

function project(files: Readonly<Record<string, string>>): string {
  const root = tempFolder();
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'one');
  return root;
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function begin(root: string): Known {
  const list = createStartList(root, OPTIONS);
  if (list.status === 'unknown') throw new Error(list.reason);
  return list;
}

function since(root: string, { digest, bytes }: Known, more: Partial<Since> = {}): Touched {
  return touchedSince(root, { digest, bytes, checks: [], guard: [], ...more }, OPTIONS);
}
