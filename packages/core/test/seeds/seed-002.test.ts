import { describe, expect, test } from 'vitest';
import { STAGES } from '../../src/model/vocabulary.ts';
import { planWaves } from '../../src/plan-waves.ts';
import { announce, completeText } from '../../src/text/announce.ts';
import { okReason } from '../../src/text/continuation.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { shipBox } from '../../src/text/ship-box.ts';
import { parseWorkflowState, toWorkflowState } from '../../src/views/workflow-state.ts';
import {
  addTask,
  done,
  gateFailed,
  gatePassed,
  light,
  review,
  spent,
  stage,
  stop,
  task,
  tick,
  times,
  tool,
  user,
  wave,
} from '../support/commands.ts';
import { AT, type AnyLoose, given, happened, type Outcome, runAfter, started } from '../support/given.ts';
import { valueOf } from '../support/parsed.ts';
import { completed, executing } from '../support/workflows.ts';

/** The workflow file as the seed shows it, with one stage. */
const STATE = {
  version: 1,
  stage: 'review',
  task: 'original user request',
  spec_score: 7,
  fit_score: 35,
  shape_chosen: 'colleague',
  started_at: '2026-02-05T10:00:00Z',
  last_updated: '2026-02-05T10:15:00Z',
  recall_surfaced: ['auth edge cases', 'validation patterns'],
  reviews: {
    wave_1: { score: 8, issues: 2, blockers: 0 },
    wave_2: { score: 7, issues: 3, blockers: 1 },
    thorough: { passed: false, blockers_remaining: 1 },
  },
} as const;
const work = given(executing());
const plain = given(started());
const from = (name: (typeof STAGES)[number]) => given(happened({ type: 'start', stage: name }));
const openTask = { kind: 'task', id: '1', subject: 'Add ValidationError import' };

function adopted(state: object = {}): Outcome {
  const read = valueOf(parseWorkflowState({ ...STATE, ...state }));
  return given().when({ type: 'adopt', at: AT + 900_000, source: { format: 'workflow', state: read } });
}

describe('seed 002: stop decision logic', () => {
  test.each([
    ['2: stop_hook_active lets go although tasks are pending', { isContinuing: true, openTasks: ['A'] }],
    ['3: a task list with none pending lets go', { openTasks: [] }],
    ['4: no task list lets go', {}],
  ])('seed 002: stop logic %s', (_, facts) => {
    expect(given().whenStopped(facts).verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });

  test('seed 002: stop logic 3: pending tasks keep going, and the first three are named', () => {
    const { verdict, types } = given().whenStopped({ openTasks: ['A', 'B', 'C', 'D'] });
    const missing = ['A', 'B', 'C', 'D'].map((subject) => ({ kind: 'task', id: '', subject }));
    const held = { kind: 'block', rule: 'unproved', iteration: 1 };
    expect(verdict).toEqual({ ...held, missing, notes: [], popped: [] });
    expect([okReason(verdict!), types]).toEqual(['pending tasks: A, B, C', []]);
  });

  test('seed 002: the list is a proof of a loop, too, and a draft blocks nothing', () => {
    const missing = [{ kind: 'task', id: '', subject: 'A' }];
    const claimed = (openTasks: string[]) => plain.when(done, { ...stop, openTasks }).verdict;
    expect(claimed(['A'])).toMatchObject({ rule: 'unproved', missing });
    expect(claimed([])).toMatchObject({ rule: 'done' });
    expect(given(happened({ type: 'draft' })).whenStopped({ openTasks: ['A'] }).rule).toBe('no-loop');
  });
});

describe('seed 002: stages', () => {
  const unproved = (of: string, missing: object[]) => ({ code: 'unproved', subject: of, missing });

  test('seed 002: the order is intent, shape, decompose, executing, review, complete', () => {
    expect(STAGES).toEqual(['intent', 'shape', 'decompose', 'executing', 'review', 'complete']);
  });

  test('seed 002: intent leads to shape, shape to decompose, and no stage is skipped', () => {
    expect(from('intent').when(stage('shape')).frame.workflow?.stage).toBe('shape');
    expect(from('shape').when(stage('decompose')).frame.workflow?.stage).toBe('decompose');
    expect(from('intent').when(stage('decompose')).refused).toBe('wrong-stage: intent');
  });

  test('seed 002: decompose needs a task before it leads to executing', () => {
    expect(from('decompose').when(stage('executing')).rejected).toEqual(
      unproved('decompose', [{ kind: 'task', id: '', subject: 'no task yet' }]),
    );
    expect(work.run?.frames[0]?.workflow?.stage).toBe('executing');
  });

  test('seed 002: executing needs every task completed before it leads to review', () => {
    const loop = given(executing([{ subject: 'A' }, { subject: 'B' }]));
    expect(loop.when(completed('1'), stage('review')).rejected).toEqual(
      unproved('executing', [{ kind: 'task', id: '2', subject: 'B' }]),
    );
    expect(loop.when(completed('1'), completed('2'), stage('review')).frame.workflow?.stage).toBe('review');
  });

  test('seed 002: review leads to complete through review and gate only', () => {
    const inReview = [completed('1'), stage('review')];
    const missing = (...more: AnyLoose[]) =>
      work.when(...inReview, ...more, stage('complete')).rejected?.missing;
    expect(missing()).toEqual([{ kind: 'review', blockers: null }, { kind: 'gate' }]);
    expect(missing(review(0))).toEqual([{ kind: 'gate' }]);
    expect(work.when(...inReview, review(0), gatePassed).frame.workflow?.stage).toBe('complete');
  });

  test('seed 002: back is allowed, as far as wanted', () => {
    expect(work.when(stage('intent')).frame.workflow?.stage).toBe('intent');
  });

  test('seed 002: a stage takes down scores, shape and what recall surfaced', () => {
    const told = { specScore: 7, fitScore: 35, recallSurfaced: ['auth edge cases'] };
    const { frame } = from('intent').when(stage(undefined, { ...told, shape: 'colleague' }));
    expect(frame).toMatchObject({ score: 7, shape: 'colleague', workflow: { stage: 'intent', ...told } });
    for (const nothing of [{ type: 'stage' } as const, stage(undefined)])
      expect(from('intent').when(nothing).refused).toBe('nothing-to-change');
  });

  test.each([
    [{ specScore: 11 }, 'bad-score: spec'],
    [{ fitScore: 76 }, 'bad-score: fit'],
    [{ specScore: 10, fitScore: 75 }, undefined],
  ])('seed 002: scores %o: %s', (scores, refusal) => {
    expect(from('intent').when(stage(undefined, scores)).refused).toBe(refusal);
  });

  test.each(['intent', 'shape'] as const)('seed 002: a question at stage %s waits for the user', (name) => {
    const loop = from(name);
    const question = stage(undefined, { question: 'Which API?' });
    const { verdict, frame } = loop.when(question, stop);
    expect(verdict).toEqual({ kind: 'allow', rule: 'needs-user' });
    expect(frame.iteration).toBe(0);
    expect(loop.when(question, { ...stop, isHeadless: true }).verdict?.kind).toBe('block');
    for (const answer of [user, stage(undefined, { question: '' })])
      expect(loop.when(question, answer, stop).verdict?.kind).toBe('block');
  });

  test('seed 002: no human escalation during the loop: a question while executing holds up nothing', () => {
    expect(work.when(stage(undefined, { question: 'Which API?' }), stop).verdict?.kind).toBe('block');
  });
});

describe('seed 002: completion', () => {
  const ready = [completed('1'), review(0), gatePassed] as const;

  test('seed 002: tasks, thorough review and gate together complete the loop, without another word', () => {
    expect(work.when(...ready, stop)).toMatchObject({
      verdict: { kind: 'allow', rule: 'done', ending: { kind: 'claimed' } },
      run: { status: 'completed' },
    });
  });

  test('seed 002: completion 1 and 2: without the thorough review the loop goes on', () => {
    const { verdict } = work.when(completed('1'), stop);
    expect(verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'review', blockers: null }, { kind: 'gate' }],
    });
    expect(okReason(verdict!)).toBe('next: thorough review, gate');
  });

  test('seed 002: completion 3: with the review passed the gate is next', () => {
    const { verdict } = work.when(completed('1'), review(0), stop);
    expect(verdict).toMatchObject({ rule: 'unproved', missing: [{ kind: 'gate' }] });
  });

  test('seed 002: thorough review must pass with no blocker remaining, and waits for every task', () => {
    const { verdict, frame } = work.when(completed('1'), review(2), stop);
    expect(frame.workflow?.thorough).toMatchObject({ passed: false, blockersRemaining: 2, failures: 1 });
    expect(verdict).toMatchObject({ missing: [{ kind: 'review', blockers: 2 }, { kind: 'gate' }] });
    expect(work.when(review(0)).rejected).toEqual({ code: 'open-tasks', missing: [openTask] });
  });

  test('seed 002: a file that says passed with blockers remaining is not believed', () => {
    const { events, frame } = adopted({ reviews: { thorough: { passed: true, blockers_remaining: 1 } } });
    expect(frame.workflow?.thorough?.passed).toBe(true);
    expect(given(events).when(gatePassed).rejected?.missing).toEqual([{ kind: 'review', blockers: 1 }]);
  });

  test('seed 002: completion 4: the gate opens only once tasks, review and criteria hold', () => {
    const loop = given(executing(undefined, { criteria: [{ name: 'tests pass' }] }));
    expect(loop.when(gatePassed).rejected?.missing).toEqual([
      { kind: 'criterion', name: 'tests pass', why: 'unmet' },
      openTask,
      { kind: 'review', blockers: null },
    ]);
    const { frame } = loop.when(completed('1'), review(0), tick('tests pass'), gatePassed);
    expect(frame.workflow).toMatchObject({ stage: 'complete', gate: { passed: true, failures: 0 } });
  });

  test('seed 002: completion 5: a failed gate sends the work back to executing', () => {
    const { frame, types } = work.when(completed('1'), stage('review'), review(0), gateFailed);
    expect(types).toEqual(['gated', 'staged']);
    expect(frame.workflow).toMatchObject({ stage: 'executing', gate: { passed: false, failures: 1 } });
    expect(work.when(gateFailed).types).toEqual(['gated']);
    expect(work.when(...ready, gatePassed).types).toEqual(['gated']);
  });

  test('seed 002: completion 5: remediation goes through the review and the gate again', () => {
    const more = [...ready, addTask('Fix edge case'), completed('2')] as const;
    expect(work.when(...more.slice(0, 4)).frame.workflow).toMatchObject({
      stage: 'executing',
      gate: { passed: false },
    });
    expect(work.when(...more, stop).verdict).toMatchObject({
      missing: [{ kind: 'review' }, { kind: 'gate' }],
    });
    expect(work.when(...more, gatePassed).refused).toMatch(/^unproved/);
    expect(work.when(...more, review(0), gatePassed, stop).rule).toBe('done');
  });

  test('seed 002: the <loop-complete> block with tasks and ship box, letter by letter', () => {
    const subjects = [
      'Add ValidationError import',
      'Create validation schema',
      'Implement validateToken',
      'Add tests',
    ].map((subject) => ({ subject }));
    const all = ['1', '2', '3', '4'].map((id) => completed(id));
    const { run, frame } = given(executing(subjects)).when(...all, review(0), gatePassed);
    const box = shipBox({
      frame,
      confidence: 90,
      reversibility: 'Type 2B',
      points: 5,
      alternative: 'Manual verification',
      risk: 'Edge cases in validation',
    });
    expect(completeText(run!, box)).toBe(`<loop-complete>
All tasks verified:
- T-001: ✓ Add ValidationError import
- T-002: ✓ Create validation schema
- T-003: ✓ Implement validateToken
- T-004: ✓ Add tests

╭─ 🚀 SHIP ──────────────────────────╮
│ Verified: execution output         │
│ Tasks: 4/4 complete                │
│ Subjective: ~90% · Type 2B · 5pt   │
├────────────────────────────────────┤
│ ↳ Alt: Manual verification         │
│ ↳ Risk: Edge cases in validation   │
╰────────────────────────────────────╯
</loop-complete>`);
  });
});

describe('seed 002: self-unblocking', () => {
  const fail = task('fail', '1', { reason: 'tsc fails' });

  test('seed 002: self-unblocking 1 and 2: a failure counts and asks the panel', () => {
    const { frame, notices } = work.when(fail);
    const subject = '1 Add ValidationError import';
    expect(frame.tasks[0]).toMatchObject({
      status: 'pending',
      metadata: { stuckCount: 1, lastFailure: 'tsc fails' },
    });
    expect(frame.notes).toEqual([{ kind: 'ask-panel', subject }]);
    expect(notices).toEqual([{ code: 'ask-panel', subject }]);
    expect(work.when(fail, fail, fail).frame.tasks[0]?.metadata['stuckCount']).toBe(3);
    expect(work.when(fail, completed('1')).frame.notes).toEqual([]);
  });

  test('seed 002: self-unblocking 5: only the iterations pause the loop', () => {
    const short = given(executing(undefined, { limits: { iterations: 1 } }));
    const outcome = short.when(fail, stop, fail, stop);
    expect(outcome).toMatchObject({ rule: 'limit', cause: 'iterations', run: { status: 'paused' } });
  });
});

describe('seed 002: wave execution', () => {
  const [begin, finish] = [wave('begin'), wave('finish')];

  test('seed 002: wave N is the pending tasks without open blockers', () => {
    const three = executing([{ subject: 'A' }, { subject: 'B' }, { subject: 'C', blockedBy: ['1', '2'] }]);
    const { frame } = given(three).when(begin);
    expect(planWaves(frame.tasks).waves).toEqual([['1', '2'], ['3']]);
    expect(frame.tasks.map(({ blocks }) => blocks)).toEqual([['3'], ['3'], []]);
    expect(frame.workflow?.wave).toBe(1);
  });

  test('seed 002: a wave is finished once nothing of it runs', () => {
    const running = [begin, task('claim', '1')];
    expect(work.when(...running, finish).rejected).toEqual({ code: 'open-tasks', missing: [openTask] });
    expect(work.when(...running, completed('1'), finish).types).toEqual(['wave-finished']);
  });

  test('seed 002: waves come one after the other, in the stage executing', () => {
    expect(work.when(finish).refused).toBe('nothing-to-change: wave 0');
    expect(work.when(begin, begin).refused).toBe('nothing-to-change: wave 1');
    expect(work.when(begin, finish, finish).refused).toBe('nothing-to-change: wave 1');
    const { workflow } = work.when(begin, finish, begin).frame;
    expect(workflow).toMatchObject({ wave: 2, finishedWave: 1 });
    expect(from('intent').when(begin).refused).toBe('wrong-stage: intent');
  });

  test('seed 002: the light review after a wave is information and blocks nothing', () => {
    const { frame } = work.when(
      light(2, { score: 7, issues: 3, blockers: 1 }),
      light(1, { score: 8, issues: 2 }),
      light(2, { score: 9, issues: 0 }),
    );
    expect(frame.workflow?.waveReviews).toEqual([
      { wave: 1, score: 8, issues: 2, blockers: 0 },
      { wave: 2, score: 9, issues: 0, blockers: 0 },
    ]);
    expect(frame.workflow?.thorough).toBeUndefined();
  });

  test.each([
    ['tool', 'block'],
    ['tool-review', 'allow'],
  ] as const)('seed 002: shape %s after a wave: %s', (shape, kind) => {
    expect(given(executing(undefined, { shape })).when(begin, finish, stop).verdict?.kind).toBe(kind);
  });

  test.each([begin, review(0), gatePassed, stage('shape')])(
    'seed 002: a loop without a workflow has no %o',
    (command) => {
      expect([plain.when(command).refused, given().when(command).refused]).toEqual(['no-workflow', 'no-run']);
    },
  );
});

describe('seed 002: workflow-state.json', () => {
  test('seed 002: the schema of the seed parses as it stands, and a run gives it back', () => {
    expect(parseWorkflowState(JSON.stringify(STATE))).toEqual({ ok: true, value: STATE });
    expect(toWorkflowState(adopted().run!)).toEqual(STATE);
  });

  test.each(STAGES.filter((name) => name !== 'complete'))(
    'seed 002: resume at stage %s skips to it',
    (name) => {
      expect(adopted({ stage: name }).frame).toMatchObject({
        id: 'adopted',
        workflow: { stage: name, specScore: 7, fitScore: 35 },
      });
    },
  );

  test('seed 002: stage complete is nothing to resume', () => {
    expect(adopted({ stage: 'complete' }).refused).toBe('not-adoptable: workflow');
  });

  test('seed 002: the view is that of the innermost workflow on the stack, if there is one', () => {
    const start = { type: 'start', stage: 'intent', spec: 'outer' } as const;
    expect(toWorkflowState(runAfter(start, { type: 'push' }))).toMatchObject({ task: 'outer' });
    expect(toWorkflowState(runAfter({ type: 'start' }))).toBeUndefined();
  });
});

describe('seed 002: session resume', () => {
  const resumed = (run: Parameters<typeof announce>[0]['run'] | undefined): string[] =>
    announce({ kind: 'resume', run: run! }).split('\n');

  test('seed 002: the resume announcement, letter by letter', () => {
    expect(resumed(adopted().run)).toEqual([
      '[LOOP RESUME] Active loop detected',
      'Stage: review | Spec: 7/10 | Fit: 35',
      'Progress: 0/0 tasks | Wave: 2',
      'Reviews: wave 1: 8/10; wave 2: 7/10, 1 blockers; thorough: 1 blockers remain',
      'Next: Load review state, continue resolution',
    ]);
  });

  test.each([
    ['intent', 'Read spec_score, continue to shape'],
    ['shape', 'Read SHAPE.md, continue to decompose'],
    ['decompose', 'Continue creating tasks'],
    ['executing', 'Read the tasks, continue waves'],
    ['review', 'Load review state, continue resolution'],
    ['complete', 'Offer new loop'],
  ] as const)('seed 002: stage-specific resume: %s', (name, next) => {
    expect(resumed(from(name).run).at(-1)).toBe(`Next: ${next}`);
  });

  test('seed 002: without scores and reviews the announcement says so', () => {
    expect(resumed(from('intent').run).slice(1, 4)).toEqual([
      'Stage: intent | Spec: -/10 | Fit: -',
      'Progress: 0/0 tasks | Wave: 0',
      'Reviews: none',
    ]);
  });
});

test('seed 002: PROGRESS.md, letter by letter', () => {
  const tasks = [
    { subject: 'Add ValidationError import to auth.ts' },
    { subject: 'Add ValidationError import to api.ts' },
    { subject: 'Create validation schema', blockedBy: ['1', '2'] },
    { subject: 'Implement validateToken', blockedBy: ['1', '2'] },
    { subject: 'Implement validateUser', blockedBy: ['3'] },
    { subject: 'Add tests', blockedBy: ['5'] },
  ];
  const { run } = given(executing(tasks, { spec: 'Add validation to auth' })).when(
    completed('1'),
    completed('2'),
    task('claim', '3', { owner: 'subagent' }),
    { ...tool, ...spent(2.5, 10) },
    ...times(3, stop),
  );
  expect(progressMarkdown(run!)).toBe(`# Loop Progress: Add validation to auth

**Status:** Wave 2 of 4 | Iteration 3 | Cost: $2.50/$25

## ✅ Completed (Wave 1)
- [x] T-001: Add ValidationError import to auth.ts
- [x] T-002: Add ValidationError import to api.ts

## 🔄 In Progress (Wave 2)
- [ ] T-003: Create validation schema (assigned to subagent)
- [ ] T-004: Implement validateToken

## ⏳ Pending (Wave 3+)
- [ ] T-005: Implement validateUser (blocked by T-003)
- [ ] T-006: Add tests (blocked by T-005)

## 📊 Metrics
- Tasks: 2/6 complete
- Stuck count: 0
- Counsel consulted: No
`);
});
