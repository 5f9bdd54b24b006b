import { expect, test } from 'vitest';
import { MAX_FAILURES, weighResult } from '../src/decide/weigh-result.ts';
import { afterJob, HEALTHY, idleMs, isFaultless, isSuspect } from '../src/decide/whose-fault.ts';

const weigh = (code: number | null, more: { readonly retryAt?: number; readonly failures?: number } = {}) =>
  weighResult({ code, reason: 'why', spentUsd: 1, ...more }, { failures: more.failures ?? 0 });

test('each exit of the driver ends its job, puts it back, or shuts the account', () => {
  expect(weigh(0)).toEqual({ kind: 'verified' });
  for (const code of [2, 3, 4, 5, 6]) expect(weigh(code)).toEqual({ kind: 'ended', reason: 'why' });
  expect(weigh(64)).toEqual({ kind: 'failed', reason: 'why' });
  for (const code of [1, 130, 7, null]) expect(weigh(code)).toMatchObject({ kind: 'again' });
});

test('an error is tried again later and later, and then the job fails', () => {
  const waits = [0, 1].map((failures) => weigh(1, { failures }));
  expect(waits).toEqual([
    { kind: 'again', delayMs: 30_000, reason: 'why' },
    { kind: 'again', delayMs: 60_000, reason: 'why' },
  ]);
  expect(weigh(null, { failures: MAX_FAILURES - 1 })).toEqual({
    kind: 'failed',
    reason: 'failed 3 times: why',
  });
});

test('a fault of the client, the network, the token or the machine is no failure of the job', () => {
  expect(weighResult({ code: 1, reason: 'why', spentUsd: 1, isFaultless: true }, { failures: 2 })).toEqual({
    kind: 'postponed',
    reason: 'why',
  });
  const passing = [
    'git fetch: fatal: unable to access …: Could not resolve host: example.org',
    'git push: fatal: unable to access …: The requested URL returned error: 503',
    "git fetch: fatal: could not read Username for 'https://example.org': terminal prompts disabled",
    'Claude Code could not be found on PATH. Nothing was started.',
    'ENOSPC: no space left on device, write',
  ];
  for (const reason of passing) expect(isFaultless(reason)).toBe(true);
  const ofJob = [
    "git fetch: fatal: '/nowhere/app.git' does not appear to be a git repository",
    '! [remote rejected] a -> b (hook declined); remote: the tests timed out',
  ];
  for (const reason of ofJob) expect(isFaultless(reason)).toBe(false);
});

test('an agent is idle for longer after each fault, and suspect once three jobs failed alike', () => {
  const after = (...ends: readonly (readonly [string, string, string?])[]) =>
    ends.reduce((health, [name, kind, reason]) => afterJob(health, name, { kind, reason }), HEALTHY);
  const postponed = ['a', 'postponed', 'the API is down'] as const;
  expect([idleMs(HEALTHY), idleMs(after(postponed)), idleMs(after(postponed, postponed))]).toEqual([
    0, 30_000, 60_000,
  ]);
  expect(idleMs(after(...Array.from({ length: 20 }, () => postponed)))).toBe(600_000);
  expect(idleMs(after(postponed, ['b', 'verified']))).toBe(0);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => [name, 'again', `exit 7 of run ${name}1`] as const);
  expect(isSuspect(after(a!, b!, c!))).toBe(true);
  expect(isSuspect(after(a!, a!, a!))).toBe(false);
  expect(isSuspect(after(a!, b!, ['x', 'verified'], c!))).toBe(false);
  expect(isSuspect(after(a!, b!, ['c', 'failed', 'something else']))).toBe(false);
});

test('a rate limit lasts until its reset, if one is named', () => {
  expect(weigh(75, { retryAt: 5 })).toEqual({ kind: 'limited', until: 5, reason: 'why' });
  expect(weigh(75)).toEqual({ kind: 'limited', until: undefined, reason: 'why' });
});
