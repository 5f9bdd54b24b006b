import * as z from 'zod/mini';
import { FAILURE_KINDS, RESOLUTIONS, SIGNAL_KINDS } from '../model/vocabulary.ts';
import { criteriaState } from './criteria-state.ts';
import { stackState } from './stack-state.ts';
import { workflowState } from './workflow-state.ts';
import {
  amount,
  claimBasis,
  count,
  dated,
  extras,
  instant,
  mode,
  shape,
  stage,
  staging,
  taskFields,
  text,
} from './primitives.ts';
import {
  amendment,
  asked,
  author,
  check,
  evidence,
  finding,
  givenPoints,
  guard,
  run,
  someLimits,
  startTree,
  touched,
} from './run.ts';

const signal = z.object({
  kind: z.enum(SIGNAL_KINDS),
  value: text,
  line: count,
});

const statusBlock = z.object({
  exitSignal: z.optional(z.boolean()),
  criteria: z.optional(z.array(z.object({ name: text, isMet: z.boolean() }))),
});

const criterionPlan = z.object({ name: text, check: z.optional(check), by: z.optional(author) });

const framePlan = z.object({
  frameId: text,
  mode: z.optional(mode),
  score: z.optional(z.union([z.number(), z.null()])),
  fitScore: z.optional(z.union([z.number(), z.null()])),
  points: z.optional(z.array(givenPoints)),
  shape: z.optional(shape),
  criteria: z.optional(z.array(criterionPlan)),
  steps: z.optional(z.array(text)),
  limits: z.optional(someLimits),
  asked: z.optional(asked),
  stage: z.optional(stage),
});

const spent = z.object({ usd: amount, tokens: amount, from: text, to: text });

export const stopCommand = dated('stop', {
  isDisabled: z.optional(z.boolean()),
  isSubagent: z.optional(z.boolean()),
  isHeadless: z.optional(z.boolean()),
  isPlanning: z.optional(z.boolean()),
  leavesAtPop: z.optional(z.boolean()),
  isContinuing: z.optional(z.boolean()),
  ranTools: z.optional(z.boolean()),
  waitingFor: z.optional(z.array(text)),
  signals: z.optional(z.array(signal)),
  nearMiss: z.optional(z.object({ line: count, place: text })),
  statusBlock: z.optional(statusBlock),
  message: z.optional(text),
  messageLength: z.optional(count),
  fingerprints: z.optional(z.array(z.object({ scope: text, value: text }))),
  unreadable: z.optional(text),
  workTree: z.optional(z.object({ path: text, branch: z.optional(text) })),
  elsewhere: z.optional(z.object({ path: text, project: text })),
  touched: z.optional(touched),
  unseen: z.optional(z.array(z.object({ criterion: text, reason: text }))),
  forged: z.optional(text),
  openTasks: z.optional(z.array(text)),
  spent: z.optional(spent),
});

export const startCommand = z.extend(framePlan, {
  type: z.literal('start'),
  at: instant,
  runId: text,
  session: text,
  spec: z.optional(text),
  ttlMs: z.optional(amount),
  amendments: z.optional(z.array(amendment)),
  isHeadless: z.optional(z.boolean()),
  startTree: z.optional(startTree),
  guard: z.optional(guard),
  environment: run.shape.environment,
});

export const command = z.discriminatedUnion('type', [
  dated('draft', {
    runId: text,
    session: text,
    frameId: text,
    spec: text,
    mode: z.optional(mode),
  }),
  startCommand,
  dated('adopt', {
    runId: text,
    session: text,
    source: z.discriminatedUnion('format', [
      z.object({ format: z.literal('criteria'), state: criteriaState, updatedAt: instant }),
      z.object({ format: z.literal('workflow'), state: workflowState }),
      z.object({ format: z.literal('stack'), state: stackState, specs: z.optional(z.array(text)) }),
      z.object({ format: z.literal('corrupt'), field: text, reason: text }),
    ]),
  }),
  z.extend(framePlan, { type: z.literal('push'), at: instant, spec: text, extras: z.optional(extras) }),
  dated('pop', { reason: z.optional(text), by: z.optional(author) }),
  stopCommand,
  dated('signal', { isDone: z.boolean() }),
  dated('step', {
    action: z.enum(['done', 'undo', 'add', 'remove']),
    step: text,
  }),
  dated('criterion', {
    action: z.enum(['tick', 'untick', 'add', 'remove']),
    name: text,
    basis: z.optional(claimBasis),
    note: z.optional(text),
    check: z.optional(check),
    by: z.optional(author),
    reason: z.optional(text),
  }),
  dated('verify', {
    results: z.array(z.object({ criterion: text, evidence })),
  }),
  dated('task', {
    action: z.enum(['add', 'change', 'claim', 'release', 'complete', 'fail', 'remove']),
    id: z.optional(text),
    reason: z.optional(text),
    by: z.optional(author),
    ...taskFields,
  }),
  dated('wave', { action: z.enum(['begin', 'finish']) }),
  dated('stage', staging),
  dated('review', {
    wave: z.optional(count),
    score: z.optional(z.number()),
    issues: z.optional(count),
    blockers: count,
    findings: z.optional(z.array(finding)),
    reviewers: z.optional(z.array(text)),
    looked: z.optional(z.array(text)),
    fingerprint: z.optional(text),
  }),
  dated('settle', { finding: text, choice: z.enum(RESOLUTIONS), reason: z.optional(text) }),
  dated('gate', { passed: z.boolean(), fingerprint: z.optional(text), unreviewed: z.optional(text) }),
  dated('panel', { subject: text, recommendation: z.optional(text) }),
  dated('pause', { reason: z.optional(text) }),
  dated('resume', { add: z.optional(someLimits), shape: z.optional(shape), asked: z.optional(asked) }),
  dated('amend', { amendments: z.array(amendment) }),
  dated('cancel', { reason: z.optional(text), by: z.optional(author) }),
  dated('approve', { names: z.optional(z.array(text)) }),
  dated('claim', { session: text }),
  dated('prompt', {
    source: z.enum(['prompt', 'session']),
    isCapped: z.optional(z.boolean()),
    spent: z.optional(spent),
  }),
  dated('failure', {
    kind: z.enum(FAILURE_KINDS),
    reason: text,
    retryAt: z.optional(instant),
    canRetry: z.optional(z.boolean()),
  }),
  dated('observe', {
    tools: count,
    edits: z.optional(z.array(text)),
    scratch: z.optional(z.array(text)),
    errors: z.optional(z.array(text)),
    hasFailed: z.optional(z.boolean()),
    denials: z.optional(count),
    denied: z.optional(text),
    failedCall: z.optional(text),
    hasPassed: z.optional(z.boolean()),
    spent: z.optional(spent),
  }),
  dated('import', {
    base: criteriaState,
    edited: criteriaState,
    problem: z.optional(z.object({ field: text, reason: text })),
  }),
]);
