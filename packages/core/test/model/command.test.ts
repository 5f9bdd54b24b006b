import { expect, test } from 'vitest';
import { commandSchema as command } from '../../src/model/command.ts';
import type { Command, CommandOf } from '../../src/model/command.ts';
import type { SomeLimits } from '../../src/model/run.ts';
import { AT, evidence } from '../support/given.ts';
import { expected, findings, type Whole } from '../support/wire.ts';

interface WholeCommand<T extends Command['type']> extends Whole {
  readonly whole: CommandOf<T>;
}

const SHAPES = ['tool', 'tool-review', 'colleague'];
const MODES = ['loop', 'issue', 'grind'];
const STAGES = ['intent', 'shape', 'decompose', 'executing', 'review', 'complete'];
const LIMITS: SomeLimits = { iterations: 10, budgetUsd: 25, budgetTokens: 1000, timeMs: 60_000 };
const LIMIT_NAMES = ['iterations', 'budgetUsd', 'budgetTokens', 'timeMs'];
const SPENT = { usd: 0.5, tokens: 10, from: '', to: 'mark' };
const CHECK = { command: ['npm', 'test'], timeoutMs: 1000, folder: 'app', paths: ['src'] };
const CHECK_MAY_LACK = ['check', 'check.timeoutMs', 'check.folder', 'check.paths'];

const CRITERIA_STATE = {
  spec: 'x',
  criteria: ['a'],
  criteriaStatus: { a: true },
  exit_signal: false,
  steps: ['s'],
  completedSteps: ['s'],
  remainingSteps: ['t'],
  iteration: 1,
  status: 'in_progress' as const,
  circuitBreaker: { stuckCount: 0, lastUnmet: 'a' },
};

/** A complete plan of a frame. */
const PLAN: Omit<CommandOf<'push'>, 'type' | 'at' | 'spec' | 'extras'> = {
  frameId: 'frame-1',
  mode: 'grind',
  score: 7,
  fitScore: 40,
  shape: 'tool-review',
  criteria: [{ name: 'tests pass', check: CHECK }],
  steps: ['write'],
  limits: LIMITS,
  stage: 'intent',
};
const PLAN_MAY_LACK = [
  'mode',
  'score',
  'fitScore',
  'shape',
  'criteria',
  ...CHECK_MAY_LACK.map((name) => `criteria.${name}`),
  'steps',
  'limits',
  ...LIMIT_NAMES.map((name) => `limits.${name}`),
  'stage',
];
const PLAN_MAY_BE_NULL = ['score', 'fitScore', ...LIMIT_NAMES.map((name) => `limits.${name}`)];
const PLAN_WORDS = { mode: MODES, shape: SHAPES, stage: STAGES };

function adopting(source: CommandOf<'adopt'>['source']): CommandOf<'adopt'> {
  return { type: 'adopt', at: AT, runId: 'run-1', session: 'session-1', source };
}

/** Every command with every field that it can have, once for each format of an adopted file. */
const COMMANDS: { readonly [T in Exclude<Command['type'], 'adopt'>]: WholeCommand<T> } & {
  readonly [name: `adopt ${string}`]: WholeCommand<'adopt'>;
} = {
  draft: {
    whole: {
      type: 'draft',
      at: AT,
      runId: 'run-1',
      session: 'session-1',
      frameId: 'frame-1',
      spec: 'x',
      mode: 'issue',
    },
    mayLack: ['mode'],
    words: { mode: MODES },
  },
  start: {
    whole: {
      type: 'start',
      at: AT,
      runId: 'run-1',
      session: 'session-1',
      spec: 'x',
      ttlMs: 1000,
      isHeadless: true,
      ...PLAN,
    },
    mayLack: ['spec', 'ttlMs', 'isHeadless', ...PLAN_MAY_LACK],
    mayBeNull: PLAN_MAY_BE_NULL,
    words: PLAN_WORDS,
  },
  'adopt state.json': {
    whole: adopting({ format: 'criteria', state: CRITERIA_STATE, updatedAt: AT }),
    // Which criteria there are, and so which have a status, is the file's own.
    mayLack: ['source.state.criteriaStatus.a'],
  },
  'adopt workflow-state.json': {
    whole: adopting({
      format: 'workflow',
      state: {
        version: 1,
        stage: 'review',
        task: 'x',
        spec_score: 7,
        fit_score: 40,
        shape_chosen: 'tool',
        started_at: '2026-02-05T10:00:00Z',
        last_updated: '2026-02-05T10:15:00Z',
        recall_surfaced: ['auth'],
        reviews: {},
      },
    }),
    mayBeNull: ['source.state.spec_score', 'source.state.fit_score'],
    words: { 'source.state.stage': STAGES, 'source.state.shape_chosen': SHAPES },
  },
  'adopt a stack': {
    whole: adopting({
      format: 'stack',
      state: {
        schema: 1,
        event: 'STATE',
        reason: 'none',
        run_id: 'r',
        updated_at: '2026-02-05T10:00:00Z',
        stack: [{ id: 'f', mode: 'loop', iter: 1, max: 10, unlimited: true }],
      },
      specs: ['x'],
    }),
    mayLack: ['source.specs', 'source.state.reason', 'source.state.stack.unlimited'],
    mayBeNull: ['source.state.stack.max'],
    mayDiffer: ['source.state.schema'],
    words: { 'source.state.event': ['STATE', 'DONE', 'ABORT'], 'source.state.stack.mode': MODES },
  },
  'adopt what is corrupt': {
    whole: adopting({ format: 'corrupt', field: 'iteration', reason: 'expected a number' }),
  },
  push: {
    whole: { type: 'push', at: AT, spec: 'x', extras: {}, ...PLAN },
    mayLack: ['extras', ...PLAN_MAY_LACK],
    mayBeNull: PLAN_MAY_BE_NULL,
    words: PLAN_WORDS,
  },
  pop: { whole: { type: 'pop', at: AT, reason: 'not needed' }, mayLack: ['reason'] },
  stop: {
    whole: {
      type: 'stop',
      at: AT,
      isDisabled: false,
      isSubagent: false,
      isHeadless: true,
      isContinuing: true,
      waitingFor: ['a build'],
      signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 3 }],
      statusBlock: { exitSignal: true, criteria: [{ name: 'tests pass', isMet: true }] },
      message: 'digest',
      messageLength: 600,
      fingerprints: [{ scope: 'src', value: 'tree-1' }],
      openTasks: ['1'],
      spent: SPENT,
    },
    mayLack: [
      'isDisabled',
      'isSubagent',
      'isHeadless',
      'isContinuing',
      'waitingFor',
      'signals',
      'statusBlock',
      'statusBlock.exitSignal',
      'statusBlock.criteria',
      'message',
      'messageLength',
      'fingerprints',
      'openTasks',
      'spent',
    ],
    words: { 'signals.kind': ['loop-complete', 'loop-done', 'issue-complete', 'grind-done'] },
  },
  signal: { whole: { type: 'signal', at: AT, isDone: true } },
  step: {
    whole: { type: 'step', at: AT, action: 'done', step: '1' },
    words: { action: ['done', 'undo', 'add', 'remove'] },
  },
  criterion: {
    whole: {
      type: 'criterion',
      at: AT,
      action: 'tick',
      name: 'tests pass',
      basis: 'measurement',
      note: 'p95 80 ms',
      check: CHECK,
    },
    mayLack: ['basis', 'note', ...CHECK_MAY_LACK],
    words: {
      action: ['tick', 'untick', 'add', 'remove'],
      basis: ['execution output', 'observation', 'measurement', 'assumption'],
    },
  },
  verify: {
    whole: {
      type: 'verify',
      at: AT,
      results: [{ criterion: 'tests pass', evidence: evidence(false, { reason: 'timed out' }) }],
    },
    mayLack: ['results.evidence.reason'],
    mayBeNull: ['results.evidence.exitCode'],
  },
  task: {
    whole: {
      type: 'task',
      at: AT,
      action: 'add',
      id: '1',
      owner: 'agent',
      reason: 'too large',
      subject: 'Add it',
      description: 'All of it',
      activeForm: 'Adding it',
      blockedBy: ['2'],
      metadata: {},
    },
    mayLack: ['id', 'owner', 'reason', 'subject', 'description', 'activeForm', 'blockedBy', 'metadata'],
    words: { action: ['add', 'change', 'claim', 'release', 'complete', 'fail', 'remove'] },
  },
  wave: { whole: { type: 'wave', at: AT, action: 'begin' }, words: { action: ['begin', 'finish'] } },
  stage: {
    whole: {
      type: 'stage',
      at: AT,
      stage: 'shape',
      specScore: 7,
      fitScore: 40,
      shape: 'tool',
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
    words: { stage: STAGES, shape: SHAPES },
  },
  review: {
    whole: {
      type: 'review',
      at: AT,
      wave: 1,
      score: 8,
      issues: 2,
      blockers: 0,
      findings: [{ severity: 'BLOCKER', text: 'drops a table', mustNot: 1 }],
      reviewers: ['security'],
      looked: ['src'],
    },
    mayLack: ['wave', 'score', 'issues', 'findings', 'findings.mustNot', 'reviewers', 'looked'],
    words: { 'findings.severity': ['BLOCKER', 'WARNING', 'SUGGESTION'] },
  },
  settle: {
    whole: { type: 'settle', at: AT, finding: 'no docs', choice: 'accept', reason: 'internal' },
    mayLack: ['reason'],
    words: { choice: ['fix', 'follow-up', 'accept'] },
  },
  gate: { whole: { type: 'gate', at: AT, passed: true, fingerprint: 'tree-1' }, mayLack: ['fingerprint'] },
  panel: {
    whole: { type: 'panel', at: AT, subject: 'the gate', recommendation: 'split it' },
    mayLack: ['recommendation'],
  },
  pause: { whole: { type: 'pause', at: AT, reason: 'lunch' }, mayLack: ['reason'] },
  resume: {
    whole: { type: 'resume', at: AT, add: LIMITS, shape: 'tool' },
    mayLack: ['add', ...LIMIT_NAMES.map((name) => `add.${name}`), 'shape'],
    mayBeNull: LIMIT_NAMES.map((name) => `add.${name}`),
    words: { shape: SHAPES },
  },
  cancel: {
    whole: { type: 'cancel', at: AT, reason: 'enough', by: 'claude' },
    mayLack: ['reason', 'by'],
    words: { by: ['user', 'claude'] },
  },
  amend: {
    whole: {
      type: 'amend',
      at: AT,
      amendments: [{ at: AT, what: 'replaced', subject: '--shape', reason: '', isRefused: true }],
    },
    mayLack: ['amendments.isRefused'],
    words: { 'amendments.what': ['removed', 'replaced', 'rescoped', 'restarted'] },
  },
  approve: { whole: { type: 'approve', at: AT, names: ['tests pass'] }, mayLack: ['names'] },
  claim: { whole: { type: 'claim', at: AT, session: 'session-2' } },
  prompt: {
    whole: { type: 'prompt', at: AT, source: 'prompt', spent: SPENT },
    mayLack: ['spent'],
    words: { source: ['prompt', 'session'] },
  },
  failure: {
    whole: {
      type: 'failure',
      at: AT,
      kind: 'rate-limit',
      reason: 'slow down',
      retryAt: AT + 1,
      canRetry: true,
      ranTools: true,
    },
    mayLack: ['retryAt', 'canRetry', 'ranTools'],
    words: { kind: ['transient', 'rate-limit', 'blocking', 'unknown'] },
  },
  observe: {
    whole: {
      type: 'observe',
      at: AT,
      tools: 1,
      edits: ['a.ts'],
      scratch: ['a.ts'],
      errors: ['ENOENT'],
      hasFailed: true,
      denials: 1,
      spent: SPENT,
    },
    mayLack: ['edits', 'scratch', 'errors', 'hasFailed', 'denials', 'spent'],
  },
  import: {
    whole: { type: 'import', at: AT, base: CRITERIA_STATE, edited: CRITERIA_STATE },
    mayLack: ['base.criteriaStatus.a', 'edited.criteriaStatus.a'],
  },
};

test.each(Object.entries(COMMANDS))(
  '%s is taken whole, and what is missing or of another kind is refused',
  (_name, one) => {
    expect(findings(command, one)).toEqual(expected(one));
  },
);

test.each(['', 'explode', 'toString'])('a value of type %j is no command', (type) => {
  expect(command.safeParse({ type, at: AT }).success).toBe(false);
});

test.each([
  ['a count of tools that is no whole number', { type: 'observe', at: AT, tools: 0.5 }],
  ['a negative count of blockers', { type: 'review', at: AT, blockers: -1 }],
  [
    'negative spending',
    { type: 'prompt', at: AT, source: 'prompt', spent: { usd: -1, tokens: 0, from: '', to: 'a' } },
  ],
])('%s is refused', (_what, asked) => {
  expect(command.safeParse(asked).success).toBe(false);
});
