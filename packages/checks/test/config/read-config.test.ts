import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { findConfig, readConfig, readNamedChecks, readOwnConfig } from '../../src/config/read-config.ts';
import { userConfigPath } from '../../src/own-paths.ts';

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'loop-config-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string): string {
  const whole = join(home, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

function git(folder: string, ...args: readonly string[]): void {
  const settings = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...settings, ...args], { cwd: join(home, folder), stdio: 'ignore' });
}

describe('finds the config', () => {
  test('of the project itself, or of the repository around it', () => {
    const top = write('repo/loop.config.json', '{}');
    write('repo/packages/a/x', '');
    git('repo', 'init');
    expect(findConfig(join(home, 'repo/packages/a'))).toBe(top);
    const own = write('repo/packages/a/loop.config.json', '{}');
    expect(findConfig(join(home, 'repo/packages/a'))).toBe(own);
  });

  test('of no folder outside of a repository', () => {
    write('loop.config.json', '{}');
    write('project/x', '');
    expect(findConfig(join(home, 'project'))).toBe(join(home, 'project/loop.config.json'));
  });

  test('of a repository past an empty .git, which is none', () => {
    write('loop.config.json', '{}');
    write('project/x', '');
    mkdirSync(join(home, '.git'));
    expect(findConfig(join(home, 'project'))).toBe(join(home, 'project/loop.config.json'));
    const top = write('repo/loop.config.json', '{}');
    git('repo', 'init');
    mkdirSync(join(home, 'repo/packages/a/.git'), { recursive: true });
    expect(findConfig(join(home, 'repo/packages/a'))).toBe(top);
    write('repo/packages/a/.git/HEAD', 'ref: refs/heads/main\n');
    expect(findConfig(join(home, 'repo/packages/a'))).toBe(top);
  });

  test('of a submodule not in the repository around it', () => {
    write('lib/x', '');
    git('lib', 'init');
    git('lib', 'add', '-A');
    git('lib', 'commit', '-m', 'x');
    write('repo/loop.config.json', '{}');
    git('repo', 'init');
    git('repo', 'submodule', 'add', join(home, 'lib'), 'lib');
    expect(findConfig(join(home, 'repo/lib'))).toBe(join(home, 'repo/lib/loop.config.json'));
  });

  test('of a linked work tree in it', () => {
    write('repo/loop.config.json', '{"checks":{"tests":"old"}}');
    git('repo', 'init');
    git('repo', 'add', '-A');
    git('repo', 'commit', '-m', 'x');
    git('repo', 'worktree', 'add', join(home, 'linked'));
    write('linked/loop.config.json', '{"checks":{"tests":"new"}}');
    mkdirSync(join(home, 'linked/sub'));
    expect(readNamedChecks(join(home, 'linked/sub'), {}).get('tests')).toEqual({
      command: 'new',
      folder: '..',
    });
  });
});

describe('reads a config', () => {
  test('with and without a byte order mark', () => {
    expect(readConfig(write('a.json', '\uFEFF{}'))).toEqual({ status: 'read', text: '{}' });
    expect(readConfig(join(home, 'none.json'))).toEqual({ status: 'absent' });
    expect(readConfig(write('empty.json', ''))).toEqual({ status: 'read', text: '' });
  });

  test('never follows a link of a repository; a link of the user is followed', () => {
    const target = write('target.json', '{}');
    symlinkSync(target, join(home, 'link.json'));
    expect(readConfig(join(home, 'link.json'))).toEqual({
      status: 'unreadable',
      reason: 'it is a symbolic link',
    });
    expect(readOwnConfig(join(home, 'link.json'))).toEqual({ status: 'read', text: '{}' });
  });

  test.skipIf(process.platform === 'win32')('never waits for a pipe, a device or a folder', () => {
    execFileSync('mkfifo', [join(home, 'pipe.json')]);
    mkdirSync(join(home, 'folder.json'));
    symlinkSync('/dev/zero', join(home, 'zero.json'));
    for (const name of ['pipe.json', 'folder.json', 'zero.json'])
      expect(readOwnConfig(join(home, name))).toEqual({
        status: 'unreadable',
        reason: 'it is not a plain file',
      });
  });

  test('refuses a large one, and bytes that are no text', () => {
    expect(readConfig(write('large.json', ' '.repeat(64 * 1024 + 1)))).toMatchObject({
      reason: 'it is larger than 64 KiB',
    });
    writeFileSync(join(home, 'bytes.json'), Buffer.from([0x7b, 0xff]));
    expect(readConfig(join(home, 'bytes.json'))).toMatchObject({ reason: 'it is not UTF-8 text' });
  });

  test('leaves out the names of one that is broken or deep', () => {
    for (const text of ['{', '['.repeat(60_000), '[1]', '{"checks":3}']) {
      write('project/loop.config.json', text);
      expect(readNamedChecks(join(home, 'project'), {}).size).toBe(0);
    }
  });

  test('names of the project come before those of the user', () => {
    write('config/loopwright/config.json', '{"checks":{"tests":"mine","own":"mine"}}');
    write('project/loop.config.json', '{"checks":{"tests":"theirs"}}');
    const env = { XDG_CONFIG_HOME: join(home, 'config') };
    const checks = readNamedChecks(join(home, 'project'), env);
    expect([...checks]).toEqual([
      ['tests', { command: 'theirs' }],
      ['own', { command: 'mine' }],
    ]);
  });
});

test('the config of the user stands in the folder for configs', () => {
  expect(userConfigPath({ XDG_CONFIG_HOME: '/c', HOME: '/h' })).toBe('/c/loopwright/config.json');
  expect(userConfigPath({ XDG_CONFIG_HOME: 'relative', HOME: '/h' })).toBe(
    '/h/.config/loopwright/config.json',
  );
  expect(userConfigPath({})).toBeUndefined();
});
