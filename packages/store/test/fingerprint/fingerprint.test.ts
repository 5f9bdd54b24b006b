import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { once } from '../../src/disk/twice.ts';
import { fingerprint } from '../../src/fingerprint/fingerprint.ts';
import { git, hasGit } from '../support/git.ts';
import { tempFolder } from '../support/temp-folder.ts';

function value(root: string, paths?: readonly string[]): string {
  return fingerprint(root, { env: { HOME: root, XDG_CONFIG_HOME: '/nowhere' }, ...(paths && { paths }) })
    .value;
}

function writeInto(folder: string, name: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, name), 'x');
}

function repository(): string {
  const top = tempFolder();
  git(top, 'init', '-q', '-b', 'main');
  writeFileSync(join(top, '.gitignore'), 'out/\n.gitconfig\n');
  mkdirSync(join(top, 'src'));
  writeFileSync(join(top, 'src', 'a.js'), 'a\n');
  writeFileSync(join(top, 'README'), 'readme\n');
  return top;
}

function committed(): string {
  const top = repository();
  git(top, 'add', '.');
  git(top, 'commit', '-qm', 'first');
  return top;
}

describe.skipIf(!hasGit)('the fingerprint of a git work tree', () => {
  it.each<[string, (top: string) => void]>([
    ['a followed file changes', (top) => appendFileSync(join(top, 'README'), 'x')],
    ['a file changes at the same size', (top) => writeFileSync(join(top, 'README'), 'README\n')],
    ['a file appears', (top) => writeFileSync(join(top, 'new'), '')],
    ['a file goes', (top) => rmSync(join(top, 'README'))],
    ['a file is renamed', (top) => renameSync(join(top, 'README'), join(top, 'README.md'))],
    ['a file becomes a program', (top) => chmodSync(join(top, 'README'), 0o755)],
    ['a link appears', (top) => symlinkSync('README', join(top, 'link'))],
  ])('is another one when %s', (_what, change) => {
    const top = committed();
    const before = value(top);
    change(top);
    expect(value(top)).not.toBe(before);
  });

  it.each<[string, (top: string) => void]>([
    ['nothing happens', () => undefined],
    ['an ignored file is made, as a check does', (top) => writeInto(join(top, 'out'), 'x')],
    ['a file is touched', (top) => utimesSync(join(top, 'README'), new Date(1e12), new Date(1e12))],
    ['git refreshes its index', (top) => void git(top, 'status')],
    ['the index is lost', (top) => rmSync(join(top, '.git', 'index'))],
    ['the loop writes its own files', (top) => writeInto(join(top, '.loop'), 'state.json')],
    ['an empty folder appears', (top) => void mkdirSync(join(top, 'empty'))],
    [
      'a file is changed and changed back',
      (top) => {
        const text = readFileSync(join(top, 'README'));
        writeFileSync(join(top, 'README'), 'other');
        value(top);
        writeFileSync(join(top, 'README'), text);
      },
    ],
  ])('is the same when %s', (_what, change) => {
    const top = committed();
    const before = value(top);
    change(top);
    expect(value(top)).toBe(before);
  });

  it('is the same before and after exactly this work is staged and committed', () => {
    const top = committed();
    writeFileSync(join(top, 'src', 'b.js'), 'b\n');
    appendFileSync(join(top, 'README'), 'more\n');
    const before = value(top);
    git(top, 'add', '.');
    expect(value(top)).toBe(before);
    git(top, 'commit', '-qm', 'second');
    expect(value(top)).toBe(before);
    git(top, 'pack-refs', '--all');
    git(top, 'gc', '-q');
    expect(value(top)).toBe(before);
  });

  it('is there before the first commit', () => {
    const top = repository();
    const before = value(top);
    expect(before).toMatch(/^c1-[0-9a-f]{40}$/);
    git(top, 'add', '.');
    expect(value(top)).toBe(before);
  });

  it('is the same in another clone and in a linked work tree with the same content', () => {
    const top = committed();
    const folder = tempFolder();
    git(top, 'worktree', 'add', '-q', join(folder, 'tree'));
    git(folder, 'clone', '-q', top, join(folder, 'clone'));
    expect(value(join(folder, 'tree'))).toBe(value(top));
    expect(value(join(folder, 'clone'))).toBe(value(top));
  });

  it('leaves out another work tree of the same repository that lies inside', () => {
    const top = committed();
    const before = value(top);
    git(top, 'worktree', 'add', '-q', join(top, 'trees', 'one'));
    writeFileSync(join(top, 'trees', 'one', 'README'), 'other work\n');
    expect(value(top)).toBe(before);
  });

  it('knows a repository inside by its commit alone', () => {
    const top = committed();
    const inner = join(top, 'inner');
    mkdirSync(inner);
    git(inner, 'init', '-q');
    writeFileSync(join(inner, 'x'), 'x');
    git(inner, 'add', 'x');
    git(inner, 'commit', '-qm', 'inner');
    const before = value(top);
    writeFileSync(join(inner, 'y'), 'y');
    expect(value(top)).toBe(before);
    git(inner, 'add', 'y');
    git(inner, 'commit', '-qm', 'inner two');
    expect(value(top)).not.toBe(before);
  });

  it('looks into a submodule, with its own ignore rules', () => {
    const library = committed();
    const top = committed();
    git(top, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'lib');
    git(top, 'commit', '-qm', 'with lib');
    const before = value(top);
    mkdirSync(join(top, 'lib', 'out'));
    writeFileSync(join(top, 'lib', 'out', 'x'), 'x');
    expect(value(top)).toBe(before);
    appendFileSync(join(top, 'lib', 'README'), 'x');
    expect(value(top)).not.toBe(before);
  });

  it('works while a rebase with conflicts is under way', () => {
    const top = committed();
    git(top, 'checkout', '-qb', 'side');
    writeFileSync(join(top, 'README'), 'side\n');
    git(top, 'commit', '-qam', 'side');
    git(top, 'checkout', '-q', 'main');
    writeFileSync(join(top, 'README'), 'main\n');
    git(top, 'commit', '-qam', 'main');
    expect(() => git(top, 'rebase', 'main', 'side')).toThrow();
    const before = value(top);
    writeFileSync(join(top, 'README'), 'solved\n');
    expect(value(top)).not.toBe(before);
  });

  it('is that of the whole work tree when the root lies deeper, and leaves out the loop there', () => {
    const top = committed();
    const root = join(top, 'src');
    const before = value(root);
    mkdirSync(join(root, '.loop'));
    writeFileSync(join(root, '.loop', 'x'), 'x');
    expect(value(root)).toBe(before);
    appendFileSync(join(top, 'README'), 'x');
    expect(value(root)).not.toBe(before);
  });

  it('is limited to the paths that a check depends on', () => {
    const top = committed();
    const before = value(top, ['src']);
    appendFileSync(join(top, 'README'), 'x');
    expect(value(top, ['src'])).toBe(before);
    expect(value(top, ['./src/'])).toBe(before);
    appendFileSync(join(top, 'src', 'a.js'), 'x');
    expect(value(top, ['src'])).not.toBe(before);
    expect(value(top, ['src/a.js', 'README'])).not.toBe(value(top, ['README']));
  });

  it('looks into an ignored folder when it is asked for by name', () => {
    const top = committed();
    mkdirSync(join(top, 'out'));
    writeFileSync(join(top, 'out', 'x'), 'x');
    const before = value(top, ['out']);
    writeFileSync(join(top, 'out', 'x'), 'y');
    expect(value(top, ['out'])).not.toBe(before);
    const file = value(top, ['out/x']);
    writeFileSync(join(top, 'out', 'x'), 'z');
    expect(value(top, ['out/x'])).not.toBe(file);
  });

  it('sees a file that is followed although it is ignored', () => {
    const top = committed();
    mkdirSync(join(top, 'out'));
    writeFileSync(join(top, 'out', 'kept'), 'x');
    git(top, 'add', '-f', 'out/kept');
    const before = value(top);
    writeFileSync(join(top, 'out', 'kept'), 'y');
    expect(value(top)).not.toBe(before);
  });

  it('says what it could not look at', () => {
    const top = committed();
    const env = { HOME: top, XDG_CONFIG_HOME: '/nowhere' };
    expect(fingerprint(top, { env }).bounds).toEqual([]);
    expect(fingerprint(top, { env, maxFiles: 1 }).bounds).toContain('too-many-files');
    writeFileSync(join(top, 'large'), Buffer.alloc(17 * 1024 * 1024));
    expect(fingerprint(top, { env }).bounds).toContain('large-files');
    writeFileSync(join(top, '.git', 'index'), 'nonsense');
    expect(fingerprint(top, { env }).bounds).toContain('index-unreadable');
  });

  it('reads no content twice that lies untouched, and is right all the same', () => {
    const top = committed();
    mkdirSync(join(top, '.loop'), { mode: 0o700 });
    for (const file of ['README', 'src/a.js', '.gitignore'])
      utimesSync(join(top, file), new Date(1e12), new Date(1e12));
    const first = value(top);
    const cache = join(top, '.loop', 'fingerprint-cache.json');
    expect(existsSync(cache)).toBe(true);
    expect(value(top)).toBe(first);
    rmSync(cache);
    expect(value(top)).toBe(first);
    writeFileSync(cache, 'damaged');
    expect(value(top)).toBe(first);
  });

  it('never remembers a file that was written just now, since it may change again unseen', () => {
    const top = committed();
    mkdirSync(join(top, '.loop'), { mode: 0o700 });
    writeFileSync(join(top, 'fresh'), 'one');
    value(top);
    const body = once(readFileSync(join(top, '.loop', 'fingerprint-cache.json')));
    expect(JSON.parse(String(body))).toBeInstanceOf(Array);
    expect(String(body)).not.toContain('fresh');
  });
});

describe('the fingerprint of a folder without git', () => {
  it('goes by names, sizes and times', () => {
    const root = tempFolder();
    writeFileSync(join(root, 'a'), 'a');
    const before = value(root);
    expect(before).toMatch(/^t1-/);
    expect(value(root)).toBe(before);
    utimesSync(join(root, 'a'), new Date(1e12), new Date(1e12));
    expect(value(root)).not.toBe(before);
  });

  it('leaves out what tools put there and what an ignore file names', () => {
    const root = tempFolder();
    writeFileSync(join(root, '.gitignore'), '*.tmp\n');
    const before = value(root);
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules', 'x'), 'x');
    writeFileSync(join(root, 'a.tmp'), 'x');
    expect(value(root)).toBe(before);
  });

  it.each(['..', '../x', '/etc', '', 'a/../../x'])('refuses the path %j, which leads out', (path) => {
    expect(() => value(tempFolder(), [path])).toThrowError(expect.objectContaining({ code: 'bad-argument' }));
  });
});
