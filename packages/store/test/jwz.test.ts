import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toStackState } from '@loopwright/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasJwz, postToJwz, readTopic } from '../src/jwz.ts';
import { adoptRun } from '../src/run/adopt-run.ts';
import { findAdoptable } from '../src/run/find-adoptable.ts';
import { projectViews } from '../src/views/project-views.ts';
import { createJwzProject } from './support/fake-jwz.ts';
import { git } from './support/git.ts';
import { NOW, startLoop, stopCommand } from './support/loop.ts';
import { tempFolder } from './support/temp-folder.ts';

const message = {
  schema: 1,
  event: 'STATE',
  run_id: 'r',
  updated_at: new Date(NOW).toISOString(),
  stack: [{ id: 'f', mode: 'loop', iter: 1, max: 5 }],
};

/** Starts loops with that PATH, as the command and the hook have it. */
function withPath({ PATH = '' }: NodeJS.ProcessEnv): void {
  vi.stubEnv('PATH', PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('seed 004: the topic loop:current', () => {
  it('gets the stack at every change of it, and once for each', () => {
    const { root, env, bodies } = createJwzProject();
    withPath(env);
    const opened = startLoop(root);
    projectViews(opened, NOW);
    opened.submit(stopCommand());
    projectViews(opened, NOW + 1000);
    expect(bodies().map((body) => (JSON.parse(body) as typeof message).stack[0]?.iter)).toEqual([0, 1]);
    opened.submit({ type: 'cancel', at: NOW + 2000 });
    projectViews(opened, NOW + 2000);
    expect(JSON.parse(bodies().at(-1) ?? '')).toEqual(toStackState(opened.run));
  });

  it('never gives a stack of ours back, so that a deleted loop stays deleted', () => {
    const { root, env } = createJwzProject();
    const { run } = startLoop(root);
    expect(postToJwz(run, { root, env })).toBe(true);
    expect(readTopic({ root, env })).toBeUndefined();
  });

  it.each(['user', 'stop'] as const)('is adopted by one session, with its iteration, by a %s', (by) => {
    const { root, env, post } = createJwzProject();
    post(JSON.stringify({ ...message, run_id: 'old' }));
    post(JSON.stringify(message));
    const adopt = (sessionId: string) => adoptRun({ root, sessionId, runId: sessionId, at: NOW, by, env });
    const first = adopt('one');
    expect(first).toMatchObject({
      status: 'adopted',
      opened: { run: { status: 'active', frames: [{ id: 'f', iteration: 1, limits: { iterations: 5 } }] } },
    });
    expect(adopt('two')).toEqual({ status: 'nothing' });
  });

  it.each([
    ['is old', { updated_at: new Date(NOW - 7_201_000).toISOString() }],
    ['is dated ahead', { updated_at: new Date(NOW + 61_000).toISOString() }],
    ['has no frame', { stack: [] }],
  ])('holds no stop when it %s', (_what, over) => {
    const { root, env, post } = createJwzProject();
    post(JSON.stringify({ ...message, ...over }));
    expect(findAdoptable({ root, at: NOW, env }, 'stop')).toBeUndefined();
  });

  it('holds no stop when the store came with the repository, and the user may still take it', () => {
    const { root, env, post } = createJwzProject();
    post(JSON.stringify(message));
    git(root, 'init', '-q');
    expect(findAdoptable({ root, at: NOW, env }, 'stop')).toMatchObject({ name: 'loop:current' });
    writeFileSync(join(root, '.jwz', 'messages.db'), '');
    git(root, 'add', '-f', '.jwz/messages.db');
    expect(findAdoptable({ root, at: NOW, env }, 'stop')).toBeUndefined();
    expect(findAdoptable({ root, at: NOW, env }, 'user')).toMatchObject({ name: 'loop:current' });
  });

  it('comes after a file that holds', () => {
    const { root, env, post } = createJwzProject();
    post(JSON.stringify(message));
    mkdirSync(join(root, '.loop'), { mode: 0o700 });
    const state = { spec: 'mend it', criteria: [], criteriaStatus: {}, status: 'in_progress' };
    writeFileSync(join(root, '.loop', 'state.json'), JSON.stringify(state));
    expect(findAdoptable({ root, at: Date.now(), env }, 'stop')).toMatchObject({ name: 'state.json' });
  });

  it.each([
    ['fails', 'exit 1'],
    ['says nothing', 'true'],
    ['says nonsense', 'echo nonsense'],
    ['says null', 'echo null'],
    ['says a list of nothing', 'echo "[null]"'],
    ['never ends', 'exec sleep 30'],
    ['says too much', 'head -c 3000000 /dev/zero'],
  ])('costs nothing but a little time when the command %s', (_what, script) => {
    const { root, env } = createJwzProject(`#!/bin/sh\n${script}\n`);
    expect(readTopic({ root, env })).toBeUndefined();
  });

  it('is left alone where there is no command or no store', () => {
    const { root, env } = createJwzProject();
    const { run } = startLoop(root);
    expect(postToJwz(run, { root, env: { PATH: '/nowhere' } })).toBe(false);
    const bare = tempFolder();
    expect(hasJwz(bare)).toBe(false);
    expect(postToJwz(run, { root: bare, env })).toBe(false);
  });
});
