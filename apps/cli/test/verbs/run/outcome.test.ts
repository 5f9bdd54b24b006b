import type { Ending, Frame, LimitKey, RestCause, Run } from '@loopwright/core';
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

function rests(cause: RestCause): Run {
  return { ...run, status: 'paused', ending: { kind: 'paused', at: 1, cause } };
}

test.each([
  ['completed', { kind: 'verified' }, 'ok'],
  ['completed', { kind: 'claimed' }, 'ok'],
  ['completed', { kind: 'claimed', amended: [{ what: 'removed', subject: 'tests' }] }, 'unproved'],
  ['completed', { kind: 'claimed', breach: 'guarded files changed: test/a.test.js' }, 'unproved'],
  ['completed', { kind: 'claimed', breach: 'the loop lacks a check' }, 'unproved'],
  ['completed', { kind: 'gave-up', signal: 'STUCK' }, 'error'],
  ['cancelled', { kind: 'cancelled' }, 'error'],
  ['aborted', { kind: 'aborted' }, 'error'],
] as const)('%s by %j exits as %s', (status, ending, exit) => {
  expect(exitOf({ ...run, status, ending: { ...ending, at: 1 } as Ending })).toBe(exit);
});

test.each([
  [{ kind: 'limit', limit: 'budgetUsd' }, 'budget'],
  [{ kind: 'limit', limit: 'budgetTokens' }, 'budget'],
  [{ kind: 'limit', limit: 'timeMs' }, 'budget'],
  [{ kind: 'limit', limit: 'iterations' }, 'iterations'],
  [{ kind: 'breaker', breaker: 'permission' }, 'breaker'],
  [{ kind: 'breaker', breaker: 'idle' }, 'breaker'],
  [{ kind: 'stale' }, 'breaker'],
  [{ kind: 'failure', failure: 'transient', reason: '500' }, 'error'],
  [{ kind: 'failure', failure: 'rate-limit', reason: '429' }, 'rate-limit'],
  [{ kind: 'hand', reason: 'lunch' }, 'error'],
] as const)('a rest for %j exits as %s', (cause, exit) => {
  expect(exitOf(rests(cause))).toBe(exit);
});

test('a check that the driver did not see pass exits as unproved', () => {
  for (const unseen of [seenBy(), seenBy('hook'), runAfter()]) {
    expect(exitOf({ ...unseen, status: 'completed', ending: { kind: 'verified', at: 1 } })).toBe('unproved');
  }
});

test.each([
  [{ driver: ['one'] }, 'ok'],
  [{ driver: ['one'], hook: ['two'] }, 'unproved'],
  [{ word: ['one'] }, 'unproved'],
] as const)('a grind whose issues %j vouches for exits as %s', (seen, exit) => {
  const issues = { ended: 1, verified: 1, undone: [], seen } as unknown as NonNullable<Frame['issues']>;
  const frames = run.frames.map((frame) => ({ ...frame, issues }));
  expect(exitOf({ ...run, frames, status: 'completed', ending: { kind: 'verified', at: 1 } })).toBe(exit);
});

test('a run without an ending exits as an error', () => {
  expect(exitOf(run)).toBe('error');
});

test('the command to resume raises the used-up limit', () => {
  const words = (limit: LimitKey): unknown => resumeWith(rests({ kind: 'limit', limit }));
  expect(words('iterations')).toMatchObject({ words: ['run', '--resume', '--run', 'aaaaaaaa'] });
  expect(words('budgetUsd')).toMatchObject({
    words: ['run', '--resume', '--run', 'aaaaaaaa', '--budget', '25'],
  });
});
