import { expect, test } from 'vitest';
import { holdForLimit, type LimitedJob } from '../../../../src/verbs/run/batch/rate-limit.ts';

const now = 1000;

function holdOf(...jobs: readonly LimitedJob[]): string {
  const hold = holdForLimit(jobs, { now, maxWaitMs: 500 });
  return hold.kind === 'wait' ? `wait ${hold.until}` : hold.kind;
}

test('the rate limit of one job holds the others until it ends', () => {
  expect(holdOf({ state: 'running', limitEndsAt: 1200 }, { state: 'waiting' })).toBe('wait 1200');
  expect(holdOf({ state: 'paused', exit: 'rate-limit', limitEndsAt: 1500 })).toBe('wait 1500');
  expect(holdOf({ state: 'running', limitEndsAt: 1300 }, { state: 'running', limitEndsAt: 1100 })).toBe(
    'wait 1300',
  );
});

test('a limit without a known end, or with one too far away, lets no job start any more', () => {
  expect(holdOf({ state: 'paused', exit: 'rate-limit' })).toBe('shut');
  expect(holdOf({ state: 'paused', exit: 'rate-limit', limitEndsAt: 1501 })).toBe('shut');
});

test('a limit that is over, and one from before a resume, hold nothing', () => {
  expect(holdOf()).toBe('open');
  expect(
    holdOf({ state: 'running' }, { state: 'paused', exit: 'budget' }, { state: 'ended', exit: 'error' }),
  ).toBe('open');
  expect(holdOf({ state: 'running', limitEndsAt: 1000 })).toBe('open');
  expect(holdOf({ state: 'paused', exit: 'rate-limit', limitEndsAt: 900 })).toBe('open');
  expect(holdOf({ state: 'waiting', exit: 'rate-limit', limitEndsAt: 1200 })).toBe('open');
  expect(holdOf({ state: 'done', exit: 'ok', limitEndsAt: 1200 })).toBe('open');
  expect(holdOf({ state: 'paused', exit: 'interrupted', limitEndsAt: 1200 })).toBe('open');
});
