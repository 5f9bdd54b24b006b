import type { Run } from '@loopwright/core';
import { expect, test } from 'vitest';
import { exitOf, resumeWith } from '../../../src/verbs/run/outcome.ts';
import { runAfter } from '../../../../../packages/driver/test/support/run-after.ts';

const evidence = { id: 'e', at: 1, passed: true, exitCode: 0, durationMs: 1, fingerprint: 'f' };
const seenBy = (witness?: 'driver' | 'hook'): Run =>
  runAfter({
    type: 'verify',
    results: [{ criterion: 'tests pass', evidence: { ...evidence, ...(witness && { witness }) } }],
  });
const run = seenBy('driver');

function ended(status: Run['status'], kind: NonNullable<Run['ending']>['kind'], detail?: string): Run {
  return { ...run, status, ending: { kind, at: 1, ...(detail !== undefined && { detail }) } };
}

test.each([
  ['completed', 'verified', undefined, 'ok'],
  ['completed', 'claimed', undefined, 'ok'],
  ['completed', 'claimed', 'amended: removed tests; seen by the driver: lint', 'unproved'],
  ['completed', 'claimed', 'guarded files changed: test/a.test.js', 'unproved'],
  ['completed', 'gave-up', 'STUCK', 'error'],
  ['paused', 'paused', 'budget', 'budget'],
  ['paused', 'paused', 'tokens', 'budget'],
  ['paused', 'paused', 'time', 'budget'],
  ['paused', 'paused', 'iterations', 'iterations'],
  ['paused', 'paused', 'permission', 'breaker'],
  ['paused', 'paused', 'same-error', 'breaker'],
  ['stuck', 'stuck', 'idle', 'breaker'],
  ['stuck', 'stuck', 'stale', 'breaker'],
  ['paused', 'paused', 'transient: server error', 'error'],
  ['paused', 'paused', 'rate-limit: API Error: 429', 'rate-limit'],
  ['paused', 'paused', 'lunch', 'error'],
  ['cancelled', 'cancelled', undefined, 'error'],
  ['aborted', 'aborted', 'corrupt', 'error'],
] as const)('%s by %s:%s exits as %s', (status, kind, detail, exit) => {
  expect(exitOf(ended(status, kind, detail))).toBe(exit);
});

test('a check that the driver did not see pass exits as unproved', () => {
  for (const unseen of [seenBy(), seenBy('hook'), runAfter()]) {
    expect(exitOf({ ...unseen, status: 'completed', ending: { kind: 'verified', at: 1 } })).toBe('unproved');
  }
});

test('a run without an ending exits as an error', () => {
  expect(exitOf(run)).toBe('error');
});

test('the command to resume raises the used-up limit', () => {
  const words = (detail: string): unknown => resumeWith(ended('paused', 'paused', detail));
  expect(words('iterations')).toMatchObject({ words: ['run', '--resume', '--run', 'aaaaaaaa'] });
  expect(words('budget')).toMatchObject({
    words: ['run', '--resume', '--run', 'aaaaaaaa', '--budget', '25'],
  });
});
