import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listRuns } from '../../src/run/list-runs.ts';
import { openRun } from '../../src/run/open-run.ts';
import { startRun } from '../../src/run/start-run.ts';
import { rememberStart, stateFolders } from '../../src/run/state-folder.ts';
import { git, hasGit } from '../support/git.ts';
import { SESSION, startCommand, projectWithLoop, startLoop } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

const statusIn = (root: string): string => {
  const opened = openRun({ root, sessionId: SESSION });
  if (opened.status === 'open') opened.close();
  return opened.status;
};

it('a run is foreign in a copy of its project, and its own again in the first place', () => {
  const { root } = projectWithLoop();
  const copy = join(tempFolder(), 'copy');
  cpSync(root, copy, { recursive: true });
  chmodSync(join(copy, '.loop'), 0o700);
  chmodSync(join(copy, '.loop', 'runs'), 0o700);
  expect(statusIn(copy)).toBe('foreign');
  expect(listRuns(copy).map(({ run, foreign }) => [run?.id, foreign?.id])).toEqual([[undefined, 'run-1']]);
  expect(statusIn(root)).toBe('open');
  expect(rememberStart(copy, 'run-1')).toBe(true);
  expect(statusIn(copy)).toBe('open');
});

it('a moved project keeps its run, once its user takes it over', () => {
  const root = tempFolder();
  const old = join(root, 'old');
  mkdirSync(old);
  startLoop(old);
  renameSync(old, join(root, 'new'));
  expect(statusIn(join(root, 'new'))).toBe('foreign');
  rememberStart(join(root, 'new'), 'run-1');
  expect(statusIn(join(root, 'new'))).toBe('open');
});

it('a foreign run leaves its place to a new one, and nothing is lost', () => {
  const { root } = projectWithLoop();
  forgetStarts(root);
  expect(statusIn(root)).toBe('foreign');
  expect(startRun({ root, sessionId: SESSION }, startCommand({ runId: 'run-2' })).status).toBe('exists');
});

it.skipIf(!hasGit)('without a state folder every run counts that git does not track', () => {
  const { root } = projectWithLoop();
  forgetStarts(root);
  // Below a file no folder can be made.
  writeFileSync(join(root, 'a-file'), '');
  process.env['XDG_STATE_HOME'] = join(root, 'a-file');
  expect(statusIn(root)).toBe('open');
  git(root, 'init', '-q');
  git(root, 'add', '-f', '.loop');
  expect(statusIn(root)).toBe('foreign');
});

it('the state folder is that of the environment, else below the home folder', () => {
  expect(stateFolders({ HOME: '/home/me' })).toEqual(['/home/me/.local/state/loopwright']);
  expect(stateFolders({ HOME: '/home/me', XDG_STATE_HOME: '/state' })[0]).toBe('/state/loopwright');
  expect(stateFolders({ HOME: '/home/me', XDG_STATE_HOME: 'relative' })).toHaveLength(1);
  expect(stateFolders({})[0]).toMatch(/^\/.*loopwright$/);
});

/** Goes on with an empty state folder, as on another machine. */
function forgetStarts(root: string): void {
  const before = process.env['XDG_STATE_HOME'];
  expect(readdirSync(join(before ?? '', 'loopwright', 'starts')).length).toBeGreaterThan(0);
  process.env['XDG_STATE_HOME'] = join(root, 'other-state');
  onTestFinished(() => {
    process.env['XDG_STATE_HOME'] = before;
  });
}
