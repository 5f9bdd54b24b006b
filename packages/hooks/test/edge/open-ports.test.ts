import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../src/edge/open-ports.ts';

test('the loop command is the bare name where no plugin is known', () => {
  expect(commandOf(undefined)).toBe('loop');
  expect(commandOf('')).toBe('loop');
});

test('the loop command equals the one that the skills allow, for a path without special characters', () => {
  expect(commandOf('/home/u/my plugins/loop')).toBe('"/home/u/my plugins/loop/bin/loop"');
});

test('the loop command survives the shell with any folder name', () => {
  const parent = mkdtempSync(join(tmpdir(), 'loop-command-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const root = join(parent, 'a "quoted" $HOME `id` back\\slash');
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/loop'), '#!/bin/sh\necho "ours $1"\n');
  chmodSync(join(root, 'bin/loop'), 0o755);
  expect(execFileSync('sh', ['-c', `${commandOf(root)} verify`], { encoding: 'utf8' })).toBe('ours verify\n');
});
