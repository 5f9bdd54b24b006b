import { expect, test } from 'vitest';
import { RULE_NAMES, type RuleName } from '../src/decide/decision.ts';
import { usedIterations } from '../src/model/limits.ts';
import { commandSchema as command, type Command } from '../src/model/command.ts';
import type { Frame, Run } from '../src/model/run.ts';
import type { CriteriaState } from '../src/model/view-files.ts';
import { typesOf } from './support/arbitrary-of.ts';
import { AT, type AnyLoose, complete, type Outcome, put, result, SAME_TREE } from './support/given.ts';
import { REVIEWED } from './support/workflows.ts';

/** The count at which the exploration tests a state but doesn't continue from it. */
const BOUNDS = { frames: 2, iteration: 2, tasks: 1, steps: 1, criteria: 2, waves: 1, failures: 3 };
/** Far above the numbers of the worlds below; beyond it a counter has got out of the projection. */
const MOST_STATES = 30_000;

const state = (change: Partial<CriteriaState>): CriteriaState => ({
  spec: 'adopted',
  criteria: ['c'],
  criteriaStatus: { c: false },
  exit_signal: false,
  steps: [],
  completedSteps: [],
  remainingSteps: [],
  iteration: 0,
  status: 'in_progress',
  circuitBreaker: { stuckCount: 0, lastUnmet: '' },
  ...change,
});
const adopt = (change: Partial<CriteriaState>): AnyLoose => ({
  type: 'adopt',
  source: { format: 'criteria', state: state(change), updatedAt: AT },
});
const limits = { iterations: 1 };
const start = { type: 'start', limits } as const;
const stop = { type: 'stop' } as const;
const done = { ...stop, signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }] } as const;
const stuck = { ...stop, signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }] } as const;
const claim = { type: 'signal', isDone: true } as const;
const noClaim = { type: 'signal', isDone: false } as const;
const user = { type: 'prompt', source: 'prompt' } as const;
const resume = { type: 'resume' } as const;
const step = (action: 'add' | 'done' | 'remove') => ({ type: 'step', action, step: 's' }) as const;
const criterion = (action: 'tick' | 'untick', name: string) => ({ type: 'criterion', action, name }) as const;
const task = (action: 'add' | 'claim' | 'complete' | 'fail', more: object) =>
  ({ type: 'task', action, ...more }) as AnyLoose;

const listed = (...statuses: ('pending' | 'completed')[]): AnyLoose => ({
  type: 'listed',
  list: 'l',
  ids: statuses.map(() => '1'),
  tasks: statuses.map((status) => ({ id: '1', subject: 'A', description: '', status, blockedBy: [] })),
});

/**
 * Every kind of command in every way that makes a difference. One world for each side of the machine: their
 * product is too large, and their separate parts are independent.
 */
const WORLDS: Readonly<Record<string, readonly AnyLoose[]>> = {
  lifecycle: [
    { type: 'draft' },
    start,
    adopt({ iteration: 1.5 }),
    adopt({}),
    { type: 'adopt', source: { format: 'corrupt', field: 'iteration', reason: 'NaN' } },
    { type: 'push', limits },
    { type: 'pop' },
    stop,
    done,
    stuck,
    { ...stop, isDisabled: true },
    { ...stop, isSubagent: true },
    { ...stop, at: AT + 7_200_001 },
    { ...stop, openTasks: ['A'] },
    claim,
    { type: 'pause' },
    resume,
    { type: 'cancel' },
    { type: 'claim', session: 'session-2' },
    user,
    { type: 'failure', kind: 'transient', reason: 'x', canRetry: true },
    { type: 'failure', kind: 'blocking', reason: 'x' },
  ],
  criteria: [
    { ...start, criteria: [{ name: 'c' }, { name: 'k', check: { command: 'x' } }] },
    { type: 'approve' },
    {
      type: 'amend',
      amendments: [{ at: 0, what: 'replaced', subject: '--shape', reason: '', isRefused: true }],
    },
    adopt({ circuitBreaker: { stuckCount: 3, lastUnmet: 'c' } }),
    stop,
    done,
    { ...stop, fingerprints: SAME_TREE, statusBlock: { exitSignal: true } },
    { ...stop, statusBlock: { exitSignal: false } },
    { type: 'observe', tools: 1 },
    claim,
    noClaim,
    criterion('tick', 'c'),
    criterion('untick', 'c'),
    { type: 'verify', results: [result('k', true)] },
    { type: 'verify', results: [result('k', false)] },
    { type: 'import', base: state({}), edited: state({ iteration: 1, exit_signal: true }) },
    { type: 'import', base: state({}), edited: state({ status: 'cancelled' }) },
    resume,
  ],
  workflow: [
    { ...start, stage: 'intent' },
    { ...start, stage: 'executing' },
    { type: 'stage', question: 'Which?' },
    { type: 'stage', stage: 'shape' },
    { type: 'stage', stage: 'review' },
    task('add', { subject: 'A' }),
    task('claim', {}),
    task('complete', { id: '1' }),
    {
      type: 'review',
      blockers: 0,
      findings: [{ severity: 'WARNING', text: 'no docs' }],
      ...REVIEWED,
    },
    { type: 'review', blockers: 1, ...REVIEWED },
    { type: 'settle', finding: 'no docs', choice: 'follow-up' },
    { type: 'gate', passed: true },
    { type: 'gate', passed: false },
    stop,
    user,
  ],
  tasks: [
    { ...start, stage: 'decompose' },
    { type: 'stage', stage: 'executing' },
    task('add', { subject: 'A' }),
    task('claim', { owner: 'a' }),
    task('claim', { id: '1', owner: 'b' }),
    task('complete', { id: '1' }),
    task('fail', { id: '1' }),
    stop,
    { ...stop, openTasks: ['A'] },
    { type: 'panel', subject: 'A' },
    { type: 'pause' },
    resume,
  ],
  listed: [
    start,
    listed('pending'),
    listed('completed'),
    listed(),
    task('add', { subject: 'B' }),
    task('claim', {}),
    { type: 'pause' },
    resume,
    stop,
    done,
  ],
  shapes: [
    { ...start, shape: 'colleague' },
    { ...start, shape: 'colleague', isHeadless: true },
    { ...start, shape: 'tool-review', stage: 'executing' },
    { type: 'wave', action: 'begin' },
    { type: 'wave', action: 'finish' },
    { type: 'push', limits, shape: 'tool' },
    stop,
    done,
    { ...stop, isHeadless: true },
    { ...stop, waitingFor: ['bash'] },
    { ...stop, statusBlock: { exitSignal: false } },
    user,
    { type: 'import', base: state({}), edited: state({ iteration: 1 }) },
    { ...resume, add: { iterations: null }, shape: 'tool' },
    { type: 'pause' },
    claim,
  ],
  repetition: [
    { type: 'start', limits: { iterations: 3 } },
    { type: 'start', limits: { iterations: null, budgetUsd: null } },
    stop,
    { ...stop, message: 'm' },
    { ...stop, message: 'n', isContinuing: false },
    { type: 'observe', tools: 1 },
    step('add'),
    step('done'),
    step('remove'),
    resume,
  ],
  observations: [
    start,
    stop,
    { ...stop, waitingFor: ['bash'] },
    { type: 'observe', tools: 1 },
    { type: 'observe', tools: 1, errors: ['e', 'e'] },
    { type: 'observe', tools: 1, edits: ['a'], hasFailed: true },
    { type: 'observe', tools: 0, denials: 1 },
    { type: 'failure', kind: 'rate-limit', reason: 'x', canRetry: true },
    { type: 'pause' },
    resume,
  ],
};

/** Where a status may lead: the state diagram of seed 004 with pause, draft and cancel. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  none: ['none', 'draft', 'active', 'aborted'],
  draft: ['draft', 'active', 'aborted', 'cancelled'],
  active: ['active', 'paused', 'stuck', 'completed', 'aborted', 'cancelled'],
  paused: ['paused', 'active', 'cancelled'],
  stuck: ['stuck', 'active', 'cancelled'],
  completed: ['completed', 'draft', 'active', 'aborted'],
  aborted: ['aborted', 'draft', 'active'],
  cancelled: ['cancelled', 'draft', 'active', 'aborted'],
};

interface Explored {
  readonly states: number;
  readonly arrows: number;
  readonly rules: ReadonlySet<RuleName>;
  readonly statuses: ReadonlySet<string>;
  readonly unused: readonly AnyLoose[];
}

/** Breadth first from nothing, until nothing new is found. Every answer is checked on the way. */
function explore(world: readonly AnyLoose[]): Explored {
  const commands = world.map((loose) => [loose, complete(loose)] as const);
  const seen = new Set(['none']);
  const queue: (Run | undefined)[] = [undefined];
  const rules = new Set<RuleName>();
  const statuses = new Set<string>();
  const used = new Set<AnyLoose>();
  let arrows = 0;
  for (let next = 0; next < queue.length; next += 1) {
    const before = queue[next];
    for (const [loose, command] of commands) {
      const outcome = put(before, command);
      const { run, verdict, events } = outcome;
      arrows += 1;
      if (verdict) rules.add(verdict.rule);
      if (verdict || events.length > 0) used.add(loose);
      statuses.add(`${before?.status ?? 'none'} → ${run?.status ?? 'none'}`);
      checkAnswer(command, outcome);
      const key = projectionOf(run);
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MOST_STATES) throw new Error('more states than a bounded machine can have');
      if (run) checkThatStopsEnd(run);
      if (isWithinBounds(run)) queue.push(run);
    }
  }
  const unused = world.filter((loose) => !used.has(loose));
  return { states: seen.size, arrows, rules, statuses, unused };
}

const explored = new Map(Object.entries(WORLDS).map(([name, world]) => [name, explore(world)] as const));

test.each(Object.keys(WORLDS))(
  'in the world of %s every state under every command is answered, and nobody is trapped',
  (name) => {
    const { states, arrows, rules, statuses, unused } = explored.get(name) as Explored;
    console.log(`${name}: ${states} states, ${arrows} arrows, ${rules.size} rules fired`);
    const unexpected = [...statuses].filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' → ');
      return !ARROWS[from]?.includes(to);
    });
    expect(unexpected).toEqual([]);
    expect(unused).toEqual([]);
    expect(states).toBeGreaterThan(100);
  },
);

test('no rule of the table is unreachable', () => {
  const fired = new Set([...explored.values()].flatMap(({ rules }) => [...rules]));
  expect([...fired].sort()).toEqual([...RULE_NAMES].sort());
});

test('every arrow of the state diagram is taken', () => {
  const taken = new Set([...explored.values()].flatMap(({ statuses }) => [...statuses]));
  const drawn = Object.entries(ARROWS).flatMap(([from, tos]) => tos.map((to) => `${from} → ${to}`));
  expect(drawn.filter((arrow) => !taken.has(arrow))).toEqual([]);
});

test('every kind of command is put', () => {
  const kinds = new Set(Object.values(WORLDS).flatMap((world) => world.map(({ type }) => type)));
  expect([...kinds].sort()).toEqual([...typesOf(command)].sort());
});

function checkAnswer({ type }: Command, { before, run, verdict, rejected, events }: Outcome): void {
  if (rejected && events.length > 0) throw new Error(`${type} refuses and acts`);
  if ((type === 'stop') !== (verdict !== undefined)) throw new Error(`${type} without its answer`);
  if (verdict?.kind === 'block' && run) checkBlock(before, run, verdict.iteration);
  if (
    type === 'stop' &&
    before &&
    before.status !== 'active' &&
    (verdict?.kind === 'block' || events.length > 0)
  ) {
    throw new Error(`a run that is ${before.status} was held`);
  }
}

/** A block counts exactly one iteration, never one beyond the cap, and leaves the run alive. */
function checkBlock(before: Run | undefined, after: Run, iteration: number): void {
  const frame = after.frames.at(-1) as Frame;
  const was = before?.frames[after.frames.length - 1] as Frame;
  const cap = frame.limits.iterations;
  const isCounted =
    iteration === usedIterations(was) + 1 && frame.iteration === iteration && !frame.countedAhead;
  if (after.status !== 'active' || !isCounted || (cap !== null && iteration > cap)) {
    throw new Error(`a block that does not count: ${JSON.stringify({ was, frame, iteration })}`);
  }
}

/**
 * A run that is only ever stopped ends, unless it waits for the user, and is blocked no more often than its
 * caps allow.
 */
function checkThatStopsEnd(run: Run): void {
  const caps = run.frames.map(({ limits: { iterations } }) => iterations ?? 4);
  const bound = caps.reduce((sum, cap) => sum + cap, 0) + run.frames.length + 4;
  const stop = complete({ type: 'stop' });
  let current: Run | undefined = run;
  let blocks = 0;
  for (let stops = 0; stops < bound && current?.status === 'active'; stops += 1) {
    const outcome = put(current, stop);
    if (outcome.verdict?.kind === 'block') blocks += 1;
    current = outcome.run;
  }
  if (current?.status === 'active' && blocks > 0) {
    throw new Error(`stopped ${bound} times and still going: ${JSON.stringify(run)}`);
  }
}

function isWithinBounds(run: Run | undefined): boolean {
  if (!run) return true;
  return (
    run.frames.length <= BOUNDS.frames &&
    run.frames.every(
      ({ iteration, tasks, steps, criteria, workflow }) =>
        iteration <= BOUNDS.iteration &&
        tasks.length <= BOUNDS.tasks &&
        steps.length <= BOUNDS.steps &&
        criteria.length <= BOUNDS.criteria &&
        (workflow?.wave ?? 0) <= BOUNDS.waves,
    )
  );
}

/** What of a run a decision depends on; times, ids and texts are left out, counters run up to their thresholds. */
function projectionOf(run: Run | undefined): string {
  if (!run) return 'none';
  // A run that is over answers everything in the same way.
  if (['completed', 'aborted', 'cancelled'].includes(run.status)) return run.status;
  return JSON.stringify([
    run.status,
    run.isHeadless,
    run.continuation?.isSeen ?? null,
    run.frames.map((frame, index) => (index === run.frames.length - 1 ? whole(frame) : waiting(frame))),
  ]);
}

function whole(frame: Frame): unknown {
  const { breaker, workflow, limits: used } = frame;
  return [
    waiting(frame),
    frame.countedAhead,
    frame.shape,
    used.iterations,
    frame.steps.map(({ isDone }) => isDone),
    frame.tasks.map(({ status }) => status),
    workflow && [
      workflow.stage,
      workflow.question !== undefined,
      workflow.wave,
      workflow.finishedWave ?? 0,
      workflow.thorough && [
        workflow.thorough.passed,
        Math.min(workflow.thorough.failures ?? 0, BOUNDS.failures),
      ],
      workflow.gate && [workflow.gate.passed, Math.min(workflow.gate.failures, BOUNDS.failures)],
    ],
    Math.min(breaker.stuckCount, 5),
    breaker.lastUnmet,
    Math.min(breaker.idle, 3),
    Math.min(breaker.errorCount, 3),
    Math.min(breaker.edits[0]?.count ?? 0, 5),
    Math.min(breaker.denials, 2),
    Math.min(breaker.retries, 1),
    breaker.tools > 0,
    breaker.hasProgress,
    breaker.message,
    Math.min(breaker.messageCount, 3),
  ];
}

function waiting(frame: Frame): unknown {
  return [
    frame.iteration,
    frame.exitSignal,
    frame.checkInDue,
    frame.criteria.map(({ name, tick, evidence }) => [name, tick?.basis, evidence?.passed]),
  ];
}
