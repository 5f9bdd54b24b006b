import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { harmlessGit } from '../../src/git/git.ts';
import { tempFolder } from '../support/temp-folder.ts';

let home = '';
let root = '';
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, env: env(), encoding: 'utf8' });
const env = () => ({ PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' });
const harmless = (...args: readonly string[]): string => git(...harmlessGit('git', root, env()), ...args);

/** A command that leaves a trace, and passes on its input. */
const trace = (name: string): string => `touch '${join(home, name)}'; cat 2>/dev/null`;
const ran = (): string[] =>
  ['monitor', 'clean', 'process', 'hook', 'pager'].filter((name) => existsSync(join(home, name)));

beforeEach(() => {
  [home, root] = [tempFolder(), tempFolder()];
  git('init', '--quiet');
  writeFileSync(join(root, 'a.txt'), 'one\n');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.invalid', 'commit', '--quiet', '--message', 'Begin');
});

test('runs no monitor and no filter that the settings of an unpacked repository name', () => {
  writeFileSync(join(root, '.gitattributes'), '*.txt filter=evil\n*.md filter=other\n');
  git('config', 'core.fsmonitor', trace('monitor'));
  git('config', 'filter.evil.clean', trace('clean'));
  git('config', 'filter.evil.required', 'true');
  git('config', 'filter.other.process', trace('process'));
  writeFileSync(join(root, 'a.txt'), 'two\n');
  writeFileSync(join(root, 'b.md'), 'two\n');
  expect(harmless('status', '--porcelain')).toContain(' M a.txt');
  harmless('add', '--all');
  expect(ran()).toEqual([]);
  // The control: plain git runs them.
  writeFileSync(join(root, 'a.txt'), 'three\n');
  git('config', '--unset', 'filter.other.process');
  git('add', '--all');
  expect(ran()).toEqual(['monitor', 'clean']);
});

test("leaves the user's own filters as they are", () => {
  writeFileSync(join(root, '.gitattributes'), '*.txt filter=users\n');
  git('config', '--global', 'filter.users.clean', 'tr a-z A-Z');
  git('config', 'filter.users.clean', trace('clean'));
  writeFileSync(join(root, 'a.txt'), 'two\n');
  harmless('add', '--all');
  expect(git('show', ':a.txt')).toBe('TWO\n');
  expect(ran()).toEqual([]);
});

test('runs no hook', () => {
  writeFileSync(join(root, '.git/hooks/post-checkout'), `#!/bin/sh\n${trace('hook')}\n`, { mode: 0o755 });
  harmless('checkout', '--quiet', '-b', 'other');
  expect(ran()).toEqual([]);
});

test('refuses a name that it cannot switch off', () => {
  writeFileSync(join(root, '.git/config'), `[filter "a=b"]\n\tclean = ${trace('clean')}\n`, { flag: 'a' });
  expect(() => harmless('status')).toThrow("the repository's settings name filter.a=b.clean");
});
