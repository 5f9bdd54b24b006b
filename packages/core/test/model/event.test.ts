import { expect, test } from 'vitest';
import { loopEventSchema as loopEvent, type EventOf, type LoopEvent } from '../../src/model/event.ts';
import { createFrame, createRun, given } from '../../src/model/plans.ts';
import type { Frame, IterationReceipt, Run } from '../../src/model/run.ts';
import { AT, evidence } from '../support/given.ts';
import { expected, findings, type Whole } from '../support/wire.ts';

interface WholeEvent<T extends LoopEvent['type']> extends Whole {
  readonly whole: EventOf<T>;
}

const frame = given(createFrame({ frameId: 'frame-1', spec: 'Make it work' }, AT)) as Frame;
const run = given(createRun({ runId: 'run-1', session: 'session-1', status: 'active' }, [], AT)) as Run;
const LIMITS = { iterations: 10, budgetUsd: 25, budgetTokens: 1000, timeMs: 60_000 };
const FINDINGS = [{ severity: 'WARNING', text: 'slow', mustNot: 1 }] as const;
const RECEIPT: IterationReceipt = {
  frame: 'frame-1',
  iteration: 2,
  rule: 'continue',
  durationMs: 5,
  usd: 0.5,
  tokens: 10,
  tools: 3,
  files: ['a.ts'],
  fileCount: 1,
  met: ['tests pass'],
  lost: ['lints'],
  checks: [{ criterion: 'tests pass', passed: true, exitCode: 0, durationMs: 5, evidence: 'evidence-1' }],
  fingerprint: 'tree-1',
};
const RECEIPT_MAY_LACK = ['receipt', 'receipt.fingerprint'];
const RECEIPT_MAY_BE_NULL = ['receipt.checks.exitCode'];
const FRAME_MAY_BE_NULL = [
  'limits.budgetTokens',
  'limits.budgetUsd',
  'limits.iterations',
  'limits.timeMs',
  'score',
];

/** Every event with every field that it can have. */
const EVENTS: { readonly [T in LoopEvent['type']]: WholeEvent<T> } = {
  opened: { whole: { type: 'opened', at: AT, run } },
  pushed: {
    whole: { type: 'pushed', at: AT, frame },
    mayBeNull: FRAME_MAY_BE_NULL.map((name) => `frame.${name}`),
  },
  closed: {
    whole: { type: 'closed', at: AT, ending: { kind: 'cancelled', reason: 'enough', at: AT, by: 'user' } },
    mayLack: ['ending.by', 'ending.reason'],
  },
  rested: {
    whole: {
      type: 'rested',
      at: AT,
      status: 'stuck',
      ending: { kind: 'stuck', cause: { kind: 'breaker', breaker: 'idle' }, at: AT },
      receipt: RECEIPT,
    },
    // Version 0.1.0 had no cause.
    mayLack: ['ending.cause', ...RECEIPT_MAY_LACK],
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  resumed: {
    whole: { type: 'resumed', at: AT, limits: LIMITS, shape: 'tool' },
    mayLack: ['shape'],
    mayBeNull: ['limits.budgetTokens', 'limits.budgetUsd', 'limits.iterations', 'limits.timeMs'],
  },
  continued: {
    whole: {
      type: 'continued',
      at: AT,
      iteration: 2,
      stuckCount: 1,
      lastUnmet: 'tests pass',
      idle: 0,
      message: 'digest',
      messageCount: 1,
      waits: true,
      receipt: RECEIPT,
    },
    mayLack: ['waits', ...RECEIPT_MAY_LACK],
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  'let-go': {
    whole: {
      type: 'let-go',
      at: AT,
      rule: 'needs-user',
      iteration: 2,
      startsIteration: true,
      receipt: RECEIPT,
    },
    mayLack: ['startsIteration', ...RECEIPT_MAY_LACK],
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  signalled: { whole: { type: 'signalled', at: AT, isDone: true } },
  stepped: { whole: { type: 'stepped', at: AT, index: 0, isDone: true } },
  planned: { whole: { type: 'planned', at: AT, steps: ['write'] } },
  'step-removed': { whole: { type: 'step-removed', at: AT, index: 0 } },
  'criterion-added': {
    whole: { type: 'criterion-added', at: AT, criterion: { name: 'tests pass', failures: 0 } },
  },
  'criterion-removed': { whole: { type: 'criterion-removed', at: AT, name: 'tests pass' } },
  amended: {
    whole: {
      type: 'amended',
      at: AT,
      amendment: { at: AT, what: 'removed', subject: 'tests pass', reason: 'flaky' },
    },
  },
  approved: { whole: { type: 'approved', at: AT, names: ['tests pass'] } },
  ticked: {
    whole: {
      type: 'ticked',
      at: AT,
      name: 'tests pass',
      tick: { at: AT, basis: 'observation', note: 'seen' },
    },
    mayLack: ['tick.note'],
  },
  unticked: { whole: { type: 'unticked', at: AT, name: 'tests pass' } },
  proved: {
    whole: { type: 'proved', at: AT, name: 'tests pass', evidence: evidence(true) },
    mayBeNull: ['evidence.exitCode'],
  },
  'task-added': {
    whole: {
      type: 'task-added',
      at: AT,
      task: {
        id: '1',
        subject: 'Add it',
        description: '',
        status: 'pending',
        blocks: [],
        blockedBy: [],
        metadata: {},
      },
    },
  },
  'task-changed': {
    whole: {
      type: 'task-changed',
      at: AT,
      id: '1',
      status: 'completed',
      owner: 'agent',
      subject: 'Add it',
      description: 'All of it',
      activeForm: 'Adding it',
      blockedBy: ['2'],
      metadata: {},
    },
    mayLack: ['status', 'owner', 'subject', 'description', 'activeForm', 'blockedBy', 'metadata'],
  },
  'task-removed': {
    whole: { type: 'task-removed', at: AT, id: '1', reason: 'not wanted' },
    mayLack: ['reason'],
  },
  'wave-begun': { whole: { type: 'wave-begun', at: AT, wave: 1 } },
  'wave-finished': { whole: { type: 'wave-finished', at: AT, wave: 1 } },
  staged: {
    whole: {
      type: 'staged',
      at: AT,
      stage: 'shape',
      specScore: 7,
      fitScore: 40,
      shape: 'colleague',
      recallSurfaced: ['auth'],
      question: 'Which one?',
      mustNot: ['drop a table'],
      mustNotChecks: [{ entry: 1, command: 'true' }],
      verification: 'all tests',
    },
    mayLack: [
      'stage',
      'specScore',
      'fitScore',
      'shape',
      'recallSurfaced',
      'question',
      'mustNot',
      'mustNotChecks',
      'verification',
    ],
  },
  'wave-reviewed': {
    whole: {
      type: 'wave-reviewed',
      at: AT,
      review: { wave: 1, score: 8, issues: 2, blockers: 0 },
      findings: [...FINDINGS],
    },
    mayLack: ['findings', 'findings.mustNot'],
  },
  'thoroughly-reviewed': {
    whole: {
      type: 'thoroughly-reviewed',
      at: AT,
      review: { passed: false, blockersRemaining: 1 },
      findings: [...FINDINGS],
    },
    mayLack: ['findings', 'findings.mustNot'],
  },
  settled: {
    whole: {
      type: 'settled',
      at: AT,
      finding: 'no docs',
      resolution: { choice: 'accept', reason: 'internal' },
    },
    mayLack: ['resolution.reason'],
    words: { 'resolution.choice': ['fix', 'follow-up', 'accept'] },
  },
  gated: {
    whole: { type: 'gated', at: AT, passed: true, fingerprint: 'tree-1' },
    mayLack: ['fingerprint'],
  },
  counselled: {
    whole: { type: 'counselled', at: AT, subject: 'the gate', recommendation: 'split it' },
    mayLack: ['recommendation'],
  },
  claimed: { whole: { type: 'claimed', at: AT, session: 'session-2' } },
  heard: { whole: { type: 'heard', at: AT } },
  failed: { whole: { type: 'failed', at: AT, reason: 'overloaded' } },
  observed: {
    whole: {
      type: 'observed',
      at: AT,
      tools: 1,
      edits: ['a.ts'],
      scratch: ['a.ts'],
      errors: ['ENOENT'],
      hasFailed: true,
      denials: 1,
    },
    mayLack: ['scratch', 'hasFailed'],
  },
  spent: {
    whole: { type: 'spent', at: AT, spend: { usd: 0.5, tokens: 10 }, mark: 'mark', receipt: RECEIPT },
    mayLack: RECEIPT_MAY_LACK,
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  'counted-ahead': { whole: { type: 'counted-ahead', at: AT, iteration: 3 } },
  kept: { whole: { type: 'kept', at: AT, extras: { owner: { name: 'another program' } } } },
  noted: { whole: { type: 'noted', at: AT, note: { kind: 'ask-panel', subject: 'the gate' } } },
};

test.each(Object.entries(EVENTS).filter(([type]) => type !== 'kept'))(
  '%s is recorded whole, and what is missing or of another kind is refused',
  (_type, event) => {
    expect(findings(loopEvent, event)).toEqual(expected(event));
  },
);

test('what other programs wrote into state.json is recorded as it came', () => {
  expect(loopEvent.parse(EVENTS.kept.whole)).toEqual(EVENTS.kept.whole);
  expect(loopEvent.safeParse({ ...EVENTS.kept.whole, extras: undefined }).success).toBe(false);
});

test.each(['', 'melted', 'toString'])('a value of type %j is no event', (type) => {
  expect(loopEvent.safeParse({ type, at: AT }).success).toBe(false);
});
