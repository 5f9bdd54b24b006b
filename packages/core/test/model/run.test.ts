import { expect, test } from 'vitest';
import { runSchema as run } from '../../src/model/run.ts';
import { expected, findings, type Whole } from '../support/wire.ts';
import { WHOLE_RUN } from '../support/whole-run.ts';

const WORDS = {
  status: ['draft', 'active', 'paused', 'completed', 'stuck', 'aborted', 'cancelled'],
  'ending.kind': ['verified', 'claimed', 'gave-up', 'stuck', 'paused', 'cancelled', 'aborted', 'overridden'],
  'frames.mode': ['loop', 'issue', 'grind'],
  'frames.shape': ['tool', 'tool-review', 'colleague'],
  'frames.criteria.tick.basis': ['execution output', 'observation', 'measurement', 'assumption'],
  'frames.tasks.status': ['pending', 'in_progress', 'completed'],
  'frames.workflow.stage': ['intent', 'shape', 'decompose', 'executing', 'review', 'complete'],
  'frames.workflow.findings.severity': ['BLOCKER', 'WARNING', 'SUGGESTION'],
  'frames.notes.limit': ['budgetUsd', 'budgetTokens', 'timeMs'],
};

const RUN: Whole = {
  whole: WHOLE_RUN,
  words: WORDS,
  mayLack: [
    'billed',
    'closed.ending.reason',
    'continuation',
    'ending',
    'ending.cause',
    'ending.cause.retryAt',
    'frames.counsel',
    'frames.counsel.recommendation',
    'frames.criteria.check',
    'frames.criteria.check.folder',
    'frames.criteria.check.paths',
    'frames.criteria.check.timeoutMs',
    'frames.criteria.evidence',
    'frames.criteria.evidence.reason',
    'frames.criteria.tick',
    'frames.criteria.tick.note',
    'frames.breaker.hasWaited',
    'frames.breaker.isOnTrial',
    'frames.breaker.rounds',
    'frames.breaker.rounds.hasFailed',
    'frames.grant',
    'frames.ledger',
    'frames.ledger.fingerprint',
    'frames.notes.limit',
    'frames.notes.subject',
    'frames.tasks.activeForm',
    'frames.tasks.owner',
    'frames.warned',
    'frames.warned.budgetTokens',
    'frames.warned.budgetUsd',
    'frames.warned.timeMs',
    'frames.workflow',
    'frames.workflow.findings',
    'frames.workflow.findings.mustNot',
    'frames.workflow.findings.wave',
    'frames.workflow.finishedWave',
    'frames.workflow.gate',
    'frames.workflow.mustNot',
    'frames.workflow.question',
    'frames.workflow.thorough',
    'frames.workflow.thorough.failures',
    'frames.workflow.verification',
    'isSettled',
  ],
  mayBeNull: [
    'frames.criteria.evidence.exitCode',
    'frames.grant.iterations',
    'frames.grant.timeMs',
    'frames.ledger.checks.exitCode',
    'frames.limits.budgetTokens',
    'frames.limits.budgetUsd',
    'frames.limits.iterations',
    'frames.limits.timeMs',
    'frames.score',
    'frames.workflow.fitScore',
    'frames.workflow.specScore',
  ],
};

test('a run passes its schema unchanged, and missing or wrong fields are refused', () => {
  expect(findings(run, RUN)).toEqual(expected(RUN));
});

test.each([
  ['events', -1],
  ['events', 1.5],
  ['ttlMs', -1],
  ['ttlMs', Number.POSITIVE_INFINITY],
])('a value with %s of %d is no run', (field, value) => {
  expect(run.safeParse({ ...WHOLE_RUN, [field]: value }).success).toBe(false);
});
