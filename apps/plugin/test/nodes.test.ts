// @module-tag deep
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedNodes } from '@loopwright/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { plugin } from './support/stage.ts';

test.runIf(process.platform === 'linux' && process.arch === 'x64')('every supported Node is here', () => {
  expect(installedNodes.map(({ major }) => major)).toEqual([20, 22, 24, 26]);
});

test.for(installedNodes)('the built hook and the built command run on Node $major', ({ major, path }) => {
  expect(execFileSync(path, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${major}\\.`));
  const project = mkdtempSync(join(tmpdir(), 'loop-node-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const env = { PATH: process.env['PATH'], CLAUDE_CODE_SESSION_ID: 's-1', CLAUDE_PROJECT_DIR: project };
  const loop = (...words: readonly string[]) =>
    spawnSync(path, [join(plugin, 'bin/loop'), ...words], { cwd: project, env, encoding: 'utf8' });
  /** The user in a terminal of their own, whose `--force` and `--shape` count. */
  const byUser = (...words: readonly string[]) =>
    spawnSync(path, [join(plugin, 'bin/loop'), ...words], {
      cwd: project,
      env: { PATH: env.PATH, CLAUDE_PROJECT_DIR: project },
      encoding: 'utf8',
    });
  const stop = (message: string): string => {
    const input = JSON.stringify({ session_id: 's-1', cwd: project, last_assistant_message: message });
    const hook = spawnSync(path, [join(plugin, 'hooks/hook.cjs'), 'Stop'], { input, env, encoding: 'utf8' });
    expect({ stderr: hook.stderr, status: hook.status }).toEqual({ stderr: '', status: 0 });
    return hook.stdout;
  };

  expect(loop('--version')).toMatchObject({ status: 0, stderr: '' });
  const started = byUser(
    'start',
    'say hello',
    '--check',
    'greeted=test -e hello',
    '--shape',
    'tool',
    '--force',
    '--session',
    's-1',
  );
  expect(started.status, started.stderr).toBe(0);
  expect(stop('Working.')).toContain('[LOOP 1/10]');
  execFileSync('touch', [join(project, 'hello')]);
  expect(loop('verify')).toMatchObject({ status: 0 });
  expect(stop('Done.\n\n<loop-done>COMPLETE</loop-done>')).toContain('✓ Done');
});
