import { failureOf } from '@loopwright/core';
import { expect, test } from 'vitest';
import { driveRun } from '../../src/drive-run.ts';
import type { Progress } from '../../src/ports.ts';
import { isWorthWaiting, waitForLimit } from '../../src/run/wait-for-limit.ts';
import { runAfter } from '../support/run-after.ts';
import { COMPLETE, rateLimited, standIn } from '../support/stand-in.ts';

const signal = new AbortController().signal;

test('a rate limit that ends soon is waited for, and not retried before', async () => {
  const until = Date.now() + 4000;
  const project = standIn([rateLimited(until), COMPLETE]);
  let retriedAt = 0;
  const options = project.options({}, ({ kind }) => {
    if (kind === 'begun') retriedAt = Date.now();
  });
  const { run } = await driveRun(options);
  expect(run.status).toBe('completed');
  expect(retriedAt).toBeGreaterThanOrEqual(until);
  expect(project.progress).toContainEqual(
    expect.objectContaining({ kind: 'waiting', number: 1, until: Math.round(until) }),
  );
  expect(run.frames[0]?.spend.usd).toBe(0.5);
});

test.each([
  ['the API names no time', rateLimited(), {}],
  ['the limit ends too late', rateLimited(Date.now() + 3_600_000), { maxWaitMs: 60_000 }],
])('a rate limit pauses the run at once if %s', async (_, turn, more) => {
  const project = standIn([turn]);
  const { ended, run } = await driveRun(project.options(more));
  expect({ ended, status: run.status }).toEqual({ ended: 'over', status: 'paused' });
  expect(run?.ending).toMatchObject({ cause: { failure: 'rate-limit', reason: 'API Error: 429' } });
  expect(failureOf(run.ending)?.retryAt !== undefined).toBe('maxWaitMs' in more);
  expect(project.prompts()).toHaveLength(1);
});

test('a second rate limit right after the wait pauses the run with its time', async () => {
  const project = standIn([rateLimited(Date.now() + 1000), rateLimited(Date.now() + 7_200_000)]);
  const { run } = await driveRun(project.options());
  expect(run).toMatchObject({ status: 'paused', ending: { cause: { retryAt: expect.any(Number) } } });
  expect(project.prompts()).toHaveLength(2);
});

test('an abort ends the wait, and the run pauses as interrupted', async () => {
  const stop = new AbortController();
  const project = standIn([rateLimited(Date.now() + 3_600_000)]);
  const options = project.options({ signal: stop.signal }, ({ kind }) => {
    if (kind === 'waiting') stop.abort();
  });
  const { ended, run } = await driveRun(options);
  expect({ ended, run }).toMatchObject({
    ended: 'interrupted',
    run: { ending: { cause: { reason: 'interrupted' } } },
  });
});

test('a wait past the time limit of the run is not worth it', () => {
  const run = runAfter();
  const [frame] = run.frames;
  if (!frame) throw new Error('no frame');
  const { startedAt, limits } = frame;
  const limited = { ...run, frames: [{ ...frame, limits: { ...limits, timeMs: 60_000 } }] };
  const latest = startedAt + 1e12;
  expect(isWorthWaiting(limited, startedAt + 59_999, latest)).toBe(true);
  expect(isWorthWaiting(limited, startedAt + 60_000, latest)).toBe(false);
  expect(isWorthWaiting(run, startedAt + 60_000, latest)).toBe(true);
});

test('the time left is reported once a minute, and a run that others end is not waited for', async () => {
  const reported: Progress[] = [];
  let at = 0;
  const driven = {
    run: runAfter(),
    refresh: () => {
      at += 30_000;
      if (at > 150_000) driven.run = { ...driven.run, status: 'cancelled' };
    },
  };
  const ports = { now: () => at, onProgress: (step: Progress) => reported.push(step) };
  expect(await waitForLimit(ports, driven, 1e9, AbortSignal.abort())).toBe('interrupted');
  expect(reported).toEqual([]);
  expect(await waitForLimit(ports, driven, 160_000, signal, 1)).toBe('over');
  expect(reported.map((step) => (step.kind === 'waiting' ? step.leftMs : step))).toEqual([
    160_000, 100_000, 40_000,
  ]);
});
