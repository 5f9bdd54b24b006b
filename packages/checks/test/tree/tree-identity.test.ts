import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { treeIdentities, treeIdentity } from '../../src/tree/tree-identity.ts';
import { git } from '../support/git.ts';
import { tempFolder } from '../support/temp-folder.ts';

const OLD = new Date(1e12);

const ENV = { PATH: process.env['PATH'], HOME: join(tmpdir(), 'no-home') };

const read = (root: string, paths: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  treeIdentity(root, { paths }, { env: { ...ENV, ...env }, timeoutMs: 60_000 });

function identity(root: string, paths?: readonly string[], env?: Readonly<Record<string, string>>): string {
  const found = read(root, paths, env);
  if (found.status === 'unknown') throw new Error(found.reason);
  return found.identity;
}

function write(top: string, path: string, text: string): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
}

function committed(...init: readonly string[]): string {
  const top = tempFolder();
  git(top, 'init', '-q', '-b', 'main', ...init);
  write(top, '.gitignore', 'out/\n*.log\n');
  write(top, 'src/a.js', 'aaa\n');
  write(top, 'src/deep/b.js', 'bbb\n');
  write(top, 'README', 'readme\n');
  symlinkSync('README', join(top, 'link'));
  git(top, 'add', '.');
  git(top, 'commit', '-qm', 'first');
  return top;
}

/** Edits a file without a sign in its size and its mtime. */
function stealthEdit(path: string): void {
  const { mtime, size } = statSync(path);
  writeFileSync(path, 'x'.repeat(size));
  utimesSync(path, mtime, mtime);
}

function submodule(top: string, name: string): void {
  git(top, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', committed(), name);
  git(top, 'commit', '-qam', 'with a submodule');
}

function nested(top: string, name: string): void {
  mkdirSync(join(top, name));
  git(join(top, name), 'init', '-q');
  write(top, `${name}/x`, 'x');
}

describe('the same content has the same identity', () => {
  test.each<[string, (top: string) => void]>([
    ['nothing happens', () => undefined],
    ['files are touched', (top) => utimesSync(join(top, 'README'), OLD, OLD)],
    ['git refreshes its index', (top) => void git(top, 'status')],
    ['the index is lost', (top) => rmSync(join(top, '.git/index'))],
    ['an ignored file appears', (top) => write(top, 'out/x', 'x')],
    ['the loop writes its files', (top) => write(top, '.loop/state.json', '{}')],
    ['an empty folder appears', (top) => void mkdirSync(join(top, 'empty'))],
    ['HEAD is detached', (top) => void git(top, 'checkout', '-q', '--detach')],
    ['objects are packed', (top) => void git(top, 'gc', '-q')],
    ['the index has version 4', (top) => void git(top, 'update-index', '--index-version', '4')],
    ['the index is split', (top) => void git(top, 'update-index', '--split-index')],
    ['a file is marked', (top) => void git(top, 'update-index', '--assume-unchanged', 'README')],
    [
      'an edit is undone',
      (top) => (stealthEdit(join(top, 'README')), writeFileSync(join(top, 'README'), 'readme\n')),
    ],
    [
      'a file in the folder of the loop is tracked',
      (top) => (write(top, '.loop/x', 'x'), void git(top, 'add', '-f', '.loop/x')),
    ],
  ])('when %s', (_what, change) => {
    const top = committed();
    const before = identity(top);
    change(top);
    expect(identity(top)).toBe(before);
  });

  test('before and after exactly this work is added and committed', () => {
    const top = committed();
    write(top, 'src/new.js', 'new\n');
    appendFileSync(join(top, 'README'), 'more\n');
    rmSync(join(top, 'link'));
    const before = identity(top);
    git(top, 'add', '-A');
    expect(identity(top)).toBe(before);
    git(top, 'commit', '-qm', 'second');
    expect(identity(top)).toBe(before);
    expect(git(top, 'rev-parse', 'HEAD^{tree}').trim()).toBe(before);
  });

  test.each([[], ['--object-format=sha256']])('in a clone and in a linked work tree %j', (...init) => {
    const top = committed(...init);
    const folder = tempFolder();
    git(top, 'worktree', 'add', '-q', join(folder, 'linked'));
    git(folder, 'clone', '-q', top, join(folder, 'clone'));
    git(folder, 'clone', '-q', '--depth', '1', `file://${top}`, join(folder, 'shallow'));
    for (const copy of ['linked', 'clone', 'shallow'])
      expect(identity(join(folder, copy))).toBe(identity(top));
  });

  test('in a folder of a repository, which counts as a whole, and in a repository without commits', () => {
    const top = committed();
    const clone = join(tempFolder(), 'clone');
    git(top, 'clone', '-q', top, clone);
    const before = identity(join(top, 'src/deep'));
    expect(identity(join(clone, 'src/deep'))).toBe(before);
    expect(identity(top)).toBe(before);
    for (const folder of ['', 'src/', 'src/deep/']) {
      write(top, `${folder}.loop/x`, 'x');
      git(top, 'add', '-f', `${folder}.loop/x`);
    }
    expect(identity(join(top, 'src/deep'))).toBe(before);
    write(top, 'README', 'beside');
    expect(identity(join(top, 'src/deep'))).not.toBe(before);
    const fresh = tempFolder();
    git(fresh, 'init', '-q');
    expect(identity(fresh)).toBe(identity(tempFolder()));
  });

  test('in a folder of a repository of the whole home folder, which counts by itself', () => {
    const home = committed();
    const folder = join(home, 'src');
    const own = () => identity(folder, [], { HOME: home });
    const before = own();
    write(home, '.local/state/x', 'x');
    expect(own()).toBe(before);
    write(home, 'src/a.js', 'b');
    expect(own()).not.toBe(before);
  });

  test('in a folder that the repository around it ignores, which counts by itself', () => {
    const top = committed();
    write(top, 'out/a.js', 'a');
    const before = identity(join(top, 'out'));
    write(top, 'README', 'beside');
    expect(identity(join(top, 'out'))).toBe(before);
    write(top, 'out/a.js', 'b');
    expect(identity(join(top, 'out'))).not.toBe(before);
  });

  test.each([
    ['a partial clone', ['--filter=blob:none'], true],
    ['a clone that borrows the objects of another repository', ['--shared'], false],
  ])('in %s', (_, flags, isOffline) => {
    const top = committed();
    git(top, 'config', 'uploadpack.allowFilter', 'true');
    write(top, 'README', 'second\n');
    git(top, 'commit', '-qam', 'second');
    const clone = join(tempFolder(), 'clone');
    git(top, 'clone', '-q', ...flags, `file://${top}`, clone);
    const before = identity(top);
    // A missing object can't be fetched any more.
    if (isOffline) rmSync(join(top, '.git'), { recursive: true });
    expect(identity(clone)).toBe(before);
    write(clone, 'README', 'readme\n');
    expect(identity(clone)).not.toBe(before);
  });

  test.each([
    ['* text=auto', 'one\r\ntwo\r\n'],
    ['* ident', '$Id: an old id $\n'],
    ['* filter=lower', 'UPPER\n'],
  ])('when git converts files: %s', (attributes, text) => {
    const top = committed();
    git(top, 'config', 'filter.lower.clean', 'tr A-Z a-z');
    write(top, '.gitattributes', `${attributes}\n`);
    write(top, 'converted', text);
    const before = identity(top);
    git(top, 'add', '.');
    expect(identity(top)).toBe(before);
    git(top, 'commit', '-qm', 'converted');
    utimesSync(join(top, 'converted'), OLD, OLD);
    expect(identity(top)).toBe(before);
    git(top, 'status');
    expect(identity(top)).toBe(before);
    // The bytes that git stored are other bytes.
    write(top, 'converted', git(top, 'show', ':converted'));
    expect(identity(top)).not.toBe(before);
  });
});

describe('other content has another identity', () => {
  test.each<[string, (top: string) => void]>([
    ['a file is edited', (top) => appendFileSync(join(top, 'README'), 'x')],
    ['an edit keeps size and mtime', (top) => stealthEdit(join(top, 'README'))],
    ['a file becomes a program', (top) => chmodSync(join(top, 'README'), 0o755)],
    ['a file appears', (top) => write(top, 'src/new', '')],
    ['a file goes', (top) => rmSync(join(top, 'README'))],
    ['a file is renamed', (top) => renameSync(join(top, 'README'), join(top, 'README.md'))],
    ['a link points elsewhere', (top) => (rmSync(join(top, 'link')), symlinkSync('src', join(top, 'link')))],
    [
      'a link takes the place of a folder',
      (top) => (renameSync(join(top, 'src'), join(top, 'out')), symlinkSync('out', join(top, 'src'))),
    ],
    [
      'a folder takes the place of a file',
      (top) => (rmSync(join(top, 'README')), write(top, 'README/x', 'x')),
    ],
    [
      'a file behind such a link is edited',
      (top) => {
        renameSync(join(top, 'src'), join(top, 'out'));
        symlinkSync('out', join(top, 'src'));
        appendFileSync(join(top, 'out/a.js'), 'x');
      },
    ],
    [
      'a pipe takes the place of a file',
      (top) => (rmSync(join(top, 'README')), void execFileSync('mkfifo', [join(top, 'README')])),
    ],
    ['a nested repository without a commit appears', (top) => nested(top, 'inner')],
    [
      'a link hides a folder',
      (top) => (rmSync(join(top, 'src'), { recursive: true }), symlinkSync('.', join(top, 'src'))),
    ],
    [
      'line ends change',
      (top) => (write(top, '.git/info/attributes', '* text\n'), write(top, 'README', 'readme\r\n')),
    ],
  ])('when %s', (_what, change) => {
    const top = committed();
    const before = identity(top);
    change(top);
    expect(identity(top)).not.toBe(before);
  });

  test('when two edits of an old file fall into the second of the index', () => {
    const top = committed();
    const edit = (text: string): void => {
      writeFileSync(join(top, 'README'), text);
      utimesSync(join(top, 'README'), OLD, OLD);
    };
    while (Date.now() % 1000 > 200);
    edit('one');
    git(top, 'add', '.');
    const before = identity(top);
    edit('two');
    expect(identity(top)).not.toBe(before);
  });

  test.each(['assume-unchanged', 'skip-worktree'])('when a file marked %s changes', (mark) => {
    const top = committed();
    git(top, 'update-index', `--${mark}`, 'README');
    const before = identity(top);
    appendFileSync(join(top, 'README'), 'x');
    const after = identity(top);
    expect(after).not.toBe(before);
    rmSync(join(top, 'README'));
    expect(identity(top)).not.toBe(after);
  });

  test('when the content of a submodule changes, and not when it is committed', () => {
    const top = committed();
    submodule(top, 'lib');
    const before = identity(top);
    appendFileSync(join(top, 'lib/README'), 'x');
    const edited = identity(top);
    expect(edited).not.toBe(before);
    git(join(top, 'lib'), 'commit', '-qam', 'edited');
    expect(identity(top)).toBe(edited);
    git(top, 'add', '-A');
    expect(identity(top)).toBe(edited);
    write(top, 'lib/out/x', 'x');
    expect(identity(top)).toBe(edited);
  });

  test('when the content of a nested repository changes', () => {
    const top = committed();
    nested(top, 'inner');
    const before = identity(top);
    write(top, 'inner/x', 'y');
    expect(identity(top)).not.toBe(before);
    git(join(top, 'inner'), 'add', '.');
    git(join(top, 'inner'), 'commit', '-qm', 'inner');
    expect(identity(top)).not.toBe(before);
    write(top, 'inner/x', 'x');
    expect(identity(top)).toBe(before);
  });

  test('when a pointer to a git folder, true or false, lies beside tracked files', () => {
    const top = committed();
    write(top, 'src/.git', 'gitdir: /nowhere\n');
    const before = identity(top);
    write(top, 'src/a.js', 'changed');
    const fake = identity(top);
    expect(fake).not.toBe(before);
    rmSync(join(top, 'src/.git'));
    git(join(top, 'src'), 'init', '-q');
    write(top, 'src/a.js', 'changed again');
    expect(identity(top)).not.toBe(fake);
  });

  test('when a submodule without a repository of its own changes', () => {
    const top = committed();
    submodule(top, 'lib');
    rmSync(join(top, 'lib/.git'));
    const before = identity(top);
    appendFileSync(join(top, 'lib/README'), 'x');
    expect(identity(top)).not.toBe(before);
  });

  test('in the middle of a merge with conflicts', () => {
    const top = committed();
    git(top, 'checkout', '-qb', 'side');
    write(top, 'README', 'side\n');
    git(top, 'commit', '-qam', 'side');
    git(top, 'checkout', '-q', 'main');
    write(top, 'README', 'main\n');
    git(top, 'commit', '-qam', 'main');
    expect(() => git(top, 'merge', '-q', 'side')).toThrow();
    const before = identity(top);
    write(top, 'README', 'solved\n');
    const solved = identity(top);
    expect(solved).not.toBe(before);
    git(top, 'add', '.');
    expect(identity(top)).toBe(solved);
  });

  test.each([[], ['--sparse-index']])('in a sparse checkout %j', (...options) => {
    const top = committed();
    git(top, 'sparse-checkout', 'init', '--cone', ...options);
    git(top, 'sparse-checkout', 'set', 'other');
    expect(existsSync(join(top, 'src'))).toBe(false);
    const before = identity(top);
    git(top, 'status');
    expect(identity(top)).toBe(before);
    write(top, 'README', 'edited');
    expect(identity(top)).not.toBe(before);
  });
});

describe('the paths of a check', () => {
  test('restrict the identity', () => {
    const top = committed();
    const before = identity(top, ['src']);
    appendFileSync(join(top, 'README'), 'x');
    expect(identity(top, ['./src/'])).toBe(before);
    write(top, 'src/a.js', 'changed');
    expect(identity(top, ['src'])).not.toBe(before);
  });

  test('include ignored files and folders', () => {
    const top = committed();
    write(top, 'out/x', 'x');
    write(top, 'a.log', 'x');
    const [folder, file] = [identity(top, ['out']), identity(top, ['a.log', 'src'])];
    write(top, 'out/x', 'y');
    write(top, 'a.log', 'y');
    expect(identity(top, ['out'])).not.toBe(folder);
    expect(identity(top, ['a.log', 'src'])).not.toBe(file);
    const inside = identity(join(top, 'src'), ['x.log']);
    write(top, 'src/x.log', 'x');
    expect(identity(join(top, 'src'), ['x.log'])).not.toBe(inside);
  });

  test.each([
    ['a submodule', (top: string) => submodule(top, 'inner')],
    ['a nested repository', (top: string) => nested(top, 'inner')],
    ['a nested repository that git ignores', (top: string) => nested(top, 'out'), 'out'],
    ['a link to a folder', (top: string) => symlinkSync('src', join(top, 'inner'))],
    [
      'a link to an ignored folder',
      (top: string) => (write(top, 'out/x', 'x'), symlinkSync('out', join(top, 'inner'))),
    ],
  ])('may lie behind %s', (_, make, folder = 'inner') => {
    const top = committed();
    make(top);
    write(top, `${folder}/deep/b.js`, 'one');
    const before = identity(top, [`${folder}/deep`]);
    write(top, 'README', 'beside');
    expect(identity(top, [`${folder}/deep`])).toBe(before);
    write(top, `${folder}/deep/b.js`, 'two');
    expect(identity(top, [`${folder}/deep`])).not.toBe(before);
  });

  test('are unknown behind a link that leads out', () => {
    const top = committed();
    symlinkSync(tempFolder(), join(top, 'away'));
    expect(read(top, ['away/x'])).toEqual({ status: 'unknown', reason: 'away/x leads out of the work tree' });
  });

  test('share one reading, each with an answer of its own', () => {
    const top = committed();
    write(top, 'out/x', 'x');
    const scopes = [{}, { paths: ['out'] }, { paths: ['../x'] }, { folder: 'gone' }, { paths: ['src'] }];
    const found = treeIdentities(top, scopes, { env: ENV, timeoutMs: 60_000 });
    expect(found.map(({ status }) => status)).toEqual(['known', 'known', 'unknown', 'unknown', 'known']);
    expect(found[0]).toMatchObject({ identity: identity(top) });
    expect(found[1]).toMatchObject({ identity: identity(top, ['out']) });
    expect(found[4]).toMatchObject({ identity: identity(top, ['src']) });
  });
});

describe('a repository that is hostile', () => {
  test('starts no program that its settings name', () => {
    const top = committed();
    const program = join(top, 'program');
    const marker = join(tempFolder(), 'ran');
    writeFileSync(program, `#!/bin/sh\ntouch ${marker}\ncat\n`, { mode: 0o755 });
    mkdirSync(join(top, 'bin'));
    writeFileSync(join(top, 'bin/git'), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    for (const name of ['post-index-change', 'pre-commit', 'reference-transaction']) {
      write(top, `.git/hooks/${name}`, `#!/bin/sh\ntouch ${marker}\n`);
      chmodSync(join(top, '.git/hooks', name), 0o755);
    }
    write(top, '.gitattributes', '* filter=evil diff=evil\n');
    const settings = {
      'core.fsmonitor': program,
      'core.sshCommand': program,
      'core.pager': program,
      'core.editor': program,
      'filter.evil.clean': program,
      'filter.evil.process': program,
      'filter.evil.required': 'true',
      'filter.e=vil.clean': program,
      'diff.external': program,
      'diff.evil.command': program,
      'diff.evil.textconv': program,
      'alias.ls-files': `!${program}`,
    };
    const lines = Object.entries(settings).map(([name, value]) => {
      const [, section, sub, key] = /^(\w+)\.(?:(.+)\.)?([\w-]+)$/.exec(name) ?? [];
      return `[${section}${sub === undefined ? '' : ` "${sub}"`}]\n\t${key} = "${value}"\n`;
    });
    appendFileSync(join(top, '.git/config'), lines.join(''));
    const env = { PATH: `${join(top, 'bin')}:bin:${ENV.PATH}` };
    for (const paths of [[], ['src']]) expect(read(top, paths, env).status).toBe('known');
    expect(existsSync(marker)).toBe(false);
  });

  test.each([
    ['core.fileMode', 'false', (top: string) => chmodSync(join(top, 'README'), 0o755)],
    ['core.trustctime', 'false', (top: string) => stealthEdit(join(top, 'README'))],
    ['core.checkStat', 'minimal', (top: string) => stealthEdit(join(top, 'README'))],
    ['core.ignoreStat', 'true', (top: string) => stealthEdit(join(top, 'README'))],
    ['core.untrackedCache', 'true', (top: string) => write(top, 'new', 'x')],
    ['submodule.recurse', 'true', (top: string) => write(top, 'new', 'x')],
  ])('hides no change with %s=%s', (name, value, change) => {
    const top = committed();
    git(top, 'config', name, value);
    git(top, 'status');
    const before = identity(top);
    change(top);
    git(top, 'status');
    expect(identity(top)).not.toBe(before);
  });

  test('hides no tracked file with ignore rules', () => {
    const top = committed();
    const before = identity(top);
    write(top, '.git/info/exclude', '*\n');
    expect(identity(top)).toBe(before);
    write(top, 'README', 'changed');
    expect(identity(top)).not.toBe(before);
  });

  test.each([
    ['submodule', (top: string) => submodule(top, 'inner')],
    ['folder in the place of a tracked file', (top: string) => rmSync(join(top, 'README')), 'README'],
  ])('hides no %s with ignore rules', (_what, make, folder = 'inner') => {
    const top = committed();
    make(top);
    write(top, '.git/info/exclude', '*\n');
    write(top, `${folder}/x`, 'one');
    const before = identity(top);
    write(top, `${folder}/x`, 'two');
    expect(identity(top)).not.toBe(before);
  });

  test.each(['core.worktree', 'core.bare'])('is unknown when %s leads elsewhere', (name) => {
    const top = committed();
    git(top, 'config', name, name === 'core.bare' ? 'true' : tempFolder());
    expect(read(top).status).toBe('unknown');
  });

  test('has no say through the environment', () => {
    const top = committed();
    const other = committed();
    write(other, 'README', 'other');
    const env = {
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git/index'),
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fileMode',
      GIT_CONFIG_VALUE_0: 'false',
      GIT_CEILING_DIRECTORIES: dirname(top),
    };
    expect(identity(top, [], env)).toBe(identity(top));
  });
});

describe('the repository of the user', () => {
  test('keeps every byte, and the temporary folder is empty again', () => {
    const top = committed();
    write(top, 'src/new.js', 'new');
    write(top, 'README', 'changed');
    nested(top, 'inner');
    write(top, 'out/x', 'x');
    const temps = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`loop-tree-${process.pid}-`));
    const before = snapshot(top);
    identity(top);
    identity(top, ['out', 'src']);
    expect(snapshot(top)).toEqual(before);
    expect(temps()).toEqual([]);
  });

  test('and a temporary folder inside the repository is empty again, and never counts', () => {
    const top = committed();
    const before = identity(top);
    mkdirSync(join(top, 'tmp'));
    vi.stubEnv('TMPDIR', join(top, 'tmp'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(identity(top)).toBe(before);
    // Ignored files count here, but not our own.
    expect(identity(top, ['src', 'tmp'])).toBe(identity(top, ['src', 'tmp']));
    expect(readdirSync(join(top, 'tmp'))).toEqual([]);
  });
});

describe('without a repository', () => {
  test('git reads the folder all the same, with its ignore rules', () => {
    const root = tempFolder();
    write(root, '.gitignore', '*.tmp\n');
    write(root, 'a', 'a');
    const found = read(root);
    expect(found).toMatchObject({ status: 'known', identity: expect.stringMatching(/^\w{40}$/) });
    write(root, 'a.tmp', 'x');
    write(root, 'node_modules/x', 'x');
    write(root, '.loop/x', 'x');
    utimesSync(join(root, 'a'), OLD, OLD);
    expect(read(root)).toEqual(found);
    write(root, 'a', 'b');
    expect(read(root)).not.toEqual(found);
    expect(existsSync(join(root, '.git'))).toBe(false);
  });

  test('in a folder with an empty .git, which is no repository', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.git'));
    write(root, 'a', 'a');
    expect(read(root)).toMatchObject({ status: 'known', identity: expect.stringMatching(/^\w{40}$/) });
  });

  test('and without git, names, sizes and times count', () => {
    const root = tempFolder();
    write(root, 'folder/a', 'a');
    const found = read(root, [], { PATH: '' });
    expect(found).toMatchObject({ status: 'known', identity: expect.stringMatching(/^stat-/) });
    write(root, 'node_modules/x', 'x');
    write(root, '.loop/x', 'x');
    expect(read(root, [], { PATH: '' })).toEqual(found);
    utimesSync(join(root, 'folder/a'), OLD, OLD);
    expect(read(root, [], { PATH: '' })).not.toEqual(found);
  });
});

describe('a work tree that can not be read', () => {
  test.each<[string, (top: string) => void, RegExp]>([
    ['it is gone', (top) => rmSync(top, { recursive: true }), /could not read .*: ENOENT/],
    ['it is a file', (top) => (rmSync(top, { recursive: true }), writeFileSync(top, '')), /is not a folder/],
    ['the index is nonsense', (top) => writeFileSync(join(top, '.git/index'), 'nonsense nonsense'), /index/],
  ])('is unknown, with a reason, when %s', (_what, change, reason) => {
    const folder = tempFolder();
    const top = join(folder, 'tree');
    git(folder, 'clone', '-q', committed(), top);
    change(top);
    expect(read(top)).toEqual({ status: 'unknown', reason: expect.stringMatching(reason) });
  });

  test.runIf(process.platform === 'linux').each(['git', 'no git'])(
    'is unknown with a changed file whose name is not UTF-8, as its text names another file (%s)',
    (program) => {
      const top = committed();
      writeFileSync(Buffer.concat([Buffer.from(join(top, 'src/')), Buffer.from([0xff])]), 'x');
      const reason = expect.stringMatching(/is not UTF-8$/);
      expect(read(top, [], program === 'git' ? {} : { PATH: '' })).toEqual({ status: 'unknown', reason });
    },
  );

  test('is unknown when the time is up', () => {
    const found = treeIdentity(committed(), {}, { env: ENV, timeoutMs: 0 });
    expect(found).toEqual({ status: 'unknown', reason: expect.stringContaining('too long') });
  });

  test.each(['..', '../x', '/etc', '', 'a/../../x'])(
    'is unknown for the path %j, which leads out',
    (path) => {
      const reason = expect.stringContaining('inside the project');
      expect(read(tempFolder(), [path])).toEqual({ status: 'unknown', reason });
    },
  );
});

function snapshot(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path): [string, string] => {
    const full = join(folder, path);
    const { mode, mtimeMs } = lstatSync(full);
    return [path, `${mode} ${mtimeMs} ${lstatSync(full).isFile() ? readFileSync(full, 'hex') : ''}`];
  });
  return Object.fromEntries(entries);
}
