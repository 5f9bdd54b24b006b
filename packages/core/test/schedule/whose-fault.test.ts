import { expect, test } from 'vitest';
import { afterJob, HEALTHY, idleMs, isFaultless, isSuspect } from '../../src/schedule/whose-fault.ts';

test('a fault of the client, the network, the token or the machine is nobody’s fault', () => {
  expect(['transient', 'blocking', 'rate-limit'].map((one) => isFaultless('why', one))).toEqual([
    true,
    true,
    false,
  ]);
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
