import { expect, test } from 'vitest';
import { loopEventSchema as loopEvent, type EventOf, type LoopEvent } from '../../src/model/event.ts';
import { createFrame, createRun, given } from '../../src/model/plans.ts';
import type { Frame, IterationReceipt, Run } from '../../src/model/run.ts';
import { AT, evidence } from '../support/given.ts';
import { expected, findings, type Whole } from '../support/wire.ts';

const frame = given(createFrame({ frameId: 'frame-1', spec: 'Make it work' }, AT)) as Frame;
const run = given(createRun({ runId: 'run-1', session: 'session-1', status: 'active' }, [], AT)) as Run;
const LIMITS = { iterations: 10, budgetUsd: 25, budgetTokens: 1000, timeMs: 60_000 };
const FINDINGS = [{ severity: 'WARNING', text: 'slow', mustNot: 1 }] as const;
const STAGING: Omit<EventOf<'staged'>, 'type' | 'at'> = {
  stage: 'shape',
  specScore: 7,
  fitScore: 40,
  shape: 'colleague',
  recallSurfaced: ['auth'],
  question: 'Which one?',
  mustNot: ['drop a table'],
  mustNotChecks: [{ entry: 1, command: 'true' }],
  verification: 'all tests',
};
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

interface Wire<T extends LoopEvent['type']> extends Omit<Whole, 'whole'> {
  readonly fields: Omit<EventOf<T>, 'type' | 'at'>;
}
const TASK = { id: '1', subject: 'Add it', description: '', status: 'pending', metadata: {} } as const;
const CAUSE = { kind: 'breaker', breaker: 'idle' } as const;

/** Every event with every field that it can have. */
const EVENTS: { readonly [T in LoopEvent['type']]: Wire<T> } = {
  opened: { fields: { run } },
  pushed: { fields: { frame }, mayBeNull: FRAME_MAY_BE_NULL.map((name) => `frame.${name}`) },
  closed: {
    fields: { ending: { kind: 'cancelled', reason: 'enough', at: AT, by: 'user' } },
    mayLack: ['ending.by', 'ending.reason'],
  },
  rested: {
    fields: { status: 'stuck', ending: { kind: 'stuck', cause: CAUSE, at: AT }, receipt: RECEIPT },
    // Version 0.1.0 had no cause.
    mayLack: ['ending.cause', ...RECEIPT_MAY_LACK],
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  resumed: {
    fields: { limits: LIMITS, shape: 'tool' },
    mayLack: ['shape'],
    mayBeNull: FRAME_MAY_BE_NULL.filter((name) => name !== 'score'),
  },
  continued: {
    fields: {
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
    fields: { rule: 'needs-user', iteration: 2, startsIteration: true, receipt: RECEIPT },
    mayLack: ['startsIteration', ...RECEIPT_MAY_LACK],
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  signalled: { fields: { isDone: true } },
  stepped: { fields: { index: 0, isDone: true } },
  planned: { fields: { steps: ['write'] } },
  'step-removed': { fields: { index: 0 } },
  'criterion-added': { fields: { criterion: { name: 'tests pass', failures: 0 } } },
  'criterion-removed': { fields: { name: 'tests pass' } },
  amended: { fields: { amendment: { at: AT, what: 'removed', subject: 'tests pass', reason: 'flaky' } } },
  approved: { fields: { names: ['tests pass'] } },
  ticked: {
    fields: { name: 'tests pass', tick: { at: AT, basis: 'observation', note: 'seen' } },
    mayLack: ['tick.note'],
  },
  unticked: { fields: { name: 'tests pass' } },
  proved: { fields: { name: 'tests pass', evidence: evidence(true) }, mayBeNull: ['evidence.exitCode'] },
  'task-added': { fields: { task: { ...TASK, blocks: [], blockedBy: [] } } },
  'task-changed': {
    fields: { ...TASK, owner: 'agent', activeForm: 'Adding it', blockedBy: ['2'] },
    mayLack: ['status', 'owner', 'subject', 'description', 'activeForm', 'blockedBy', 'metadata'],
  },
  'task-removed': { fields: { id: '1', reason: 'not wanted' }, mayLack: ['reason'] },
  'wave-begun': { fields: { wave: 1 } },
  'wave-finished': { fields: { wave: 1 } },
  staged: { fields: STAGING, mayLack: Object.keys(STAGING) },
  'wave-reviewed': {
    fields: { review: { wave: 1, score: 8, issues: 2, blockers: 0 }, findings: [...FINDINGS] },
    mayLack: ['findings', 'findings.mustNot'],
  },
  'thoroughly-reviewed': {
    fields: { review: { passed: false, blockersRemaining: 1 }, findings: [...FINDINGS] },
    mayLack: ['findings', 'findings.mustNot'],
  },
  settled: {
    fields: { finding: 'no docs', resolution: { choice: 'accept', reason: 'internal' } },
    mayLack: ['resolution.reason'],
    words: { 'resolution.choice': ['fix', 'follow-up', 'accept'] },
  },
  gated: { fields: { passed: true, fingerprint: 'tree-1' }, mayLack: ['fingerprint'] },
  counselled: { fields: { subject: 'the gate', recommendation: 'split it' }, mayLack: ['recommendation'] },
  claimed: { fields: { session: 'session-2' } },
  heard: { fields: {} },
  failed: { fields: { reason: 'overloaded' } },
  observed: {
    fields: {
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
    fields: { spend: { usd: 0.5, tokens: 10 }, mark: 'mark', receipt: RECEIPT },
    mayLack: RECEIPT_MAY_LACK,
    mayBeNull: RECEIPT_MAY_BE_NULL,
  },
  'counted-ahead': { fields: { iteration: 3 } },
  kept: { fields: { extras: { owner: { name: 'another program' } } } },
  noted: { fields: { note: { kind: 'ask-panel', subject: 'the gate' } } },
};

test.each(Object.entries(EVENTS).filter(([type]) => type !== 'kept'))(
  '%s is recorded whole, and what is missing or of another kind is refused',
  (type, { fields, ...may }) => {
    const wire = { ...may, whole: { type, at: AT, ...fields } };
    expect(findings(loopEvent, wire)).toEqual(expected(wire));
  },
);

test('what other programs wrote into state.json is recorded as it came', () => {
  const kept = { type: 'kept', at: AT, ...EVENTS.kept.fields };
  expect(loopEvent.parse(kept)).toEqual(kept);
  expect(loopEvent.safeParse({ ...kept, extras: undefined }).success).toBe(false);
});

test.each(['', 'melted', 'toString'])('a value of type %j is no event', (type) => {
  expect(loopEvent.safeParse({ type, at: AT }).success).toBe(false);
});
