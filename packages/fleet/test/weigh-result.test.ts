import { UNCHANGED } from '@loopwright/core';
import { expect, test } from 'vitest';
import { type DriverResult, MAX_FAILURES, type Tried, weighResult } from '../src/decide/weigh-result.ts';

const weigh = (code: number | null, more: Partial<DriverResult & Tried> = {}) =>
  weighResult({ code, reason: 'why', spentUsd: 1, ...more }, { failures: more.failures ?? 0 });

test('each exit of the driver ends its job, puts it back, or shuts the account', () => {
  expect(weigh(0)).toEqual({ kind: 'verified' });
  expect(weigh(0, { isUnchanged: true })).toEqual({ kind: 'verified', reason: UNCHANGED });
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
});

test('a rate limit lasts until its reset, if one is named', () => {
  expect(weigh(75, { retryAt: 5 })).toEqual({ kind: 'limited', until: 5, reason: 'why' });
  expect(weigh(75)).toEqual({ kind: 'limited', until: undefined, reason: 'why' });
});
