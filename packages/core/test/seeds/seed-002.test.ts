import { describe, expect, test } from 'vitest';
import { STAGES } from '../../src/model/vocabulary.ts';
import { planWaves } from '../../src/plan-waves.ts';
import { announce, completeText } from '../../src/text/announce.ts';
import { okReason } from '../../src/text/continuation.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { shipBox } from '../../src/text/ship-box.ts';
import { parseWorkflowState, toWorkflowState } from '../../src/views/workflow-state.ts';
import type { WorkflowState } from '../../src/model/view-files.ts';
import { AT, given, happened, type Outcome, runAfter, started, topOf } from '../support/given.ts';
import { completed, executing, REVIEWED } from '../support/workflows.ts';

const NO_BLOCKERS = { type: 'review', blockers: 0, ...REVIEWED } as const;
const GATE = { type: 'gate', passed: true } as const;

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

function adopted(state: object = {}): Outcome {
  const parsed = parseWorkflowState({ ...STATE, ...state });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return given().when({
    type: 'adopt',
    at: AT + 900_000,
    source: { format: 'workflow', state: parsed.value },
  });
}

describe('seed 002: stop decision logic', () => {
  test('seed 002: stop logic 2: stop_hook_active lets go although tasks are pending', () => {
    const { verdict } = given().whenStopped({ isContinuing: true, openTasks: ['A'] });
    expect(verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });

  test('seed 002: stop logic 3: a task list with none pending lets go', () => {
    expect(given().whenStopped({ openTasks: [] }).verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });

  test('seed 002: stop logic 3: pending tasks keep going, and the first three are named', () => {
    const { verdict, types } = given().whenStopped({ openTasks: ['A', 'B', 'C', 'D'] });
    expect(verdict).toMatchObject({ kind: 'block', rule: 'unproved', iteration: 1 });
    expect(okReason(verdict!)).toBe('pending tasks: A, B, C');
    expect(types).toEqual([]);
  });

  test('seed 002: stop logic 4: no task list lets go', () => {
    expect(given().whenStopped().verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });

  test('seed 002: a draft blocks nothing, also with open tasks', () => {
    const { verdict } = given(happened({ type: 'draft' })).whenStopped({ openTasks: ['A'] });
    expect(verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });

  test('seed 002: the list is a proof of a loop, too', () => {
    const loop = given(started());
    expect(
      loop.when({ type: 'signal', isDone: true }, { type: 'stop', openTasks: ['A'] }).verdict,
    ).toMatchObject({
      rule: 'unproved',
      missing: [{ kind: 'task', id: '', subject: 'A' }],
    });
    expect(
      loop.when({ type: 'signal', isDone: true }, { type: 'stop', openTasks: [] }).verdict,
    ).toMatchObject({
      rule: 'done',
    });
  });
});

describe('seed 002: stages', () => {
  const from = (stage: (typeof STAGES)[number]): ReturnType<typeof given> =>
    given(happened({ type: 'start', stage }));

  test('seed 002: the order is intent, shape, decompose, executing, review, complete', () => {
    expect(STAGES).toEqual(['intent', 'shape', 'decompose', 'executing', 'review', 'complete']);
  });

  test('seed 002: intent leads to shape, shape to decompose', () => {
    expect(from('intent').when({ type: 'stage', stage: 'shape' }).frame.workflow?.stage).toBe('shape');
    expect(from('shape').when({ type: 'stage', stage: 'decompose' }).frame.workflow?.stage).toBe('decompose');
  });

  test('seed 002: no stage is skipped', () => {
    expect(from('intent').when({ type: 'stage', stage: 'decompose' }).rejected).toEqual({
      code: 'wrong-stage',
      subject: 'intent',
    });
  });

  test('seed 002: decompose needs a task before it leads to executing', () => {
    expect(from('decompose').when({ type: 'stage', stage: 'executing' }).rejected).toEqual({
      code: 'unproved',
      subject: 'decompose',
      missing: [{ kind: 'task', id: '', subject: 'no task yet' }],
    });
    expect(topOf(given(executing()).run).workflow?.stage).toBe('executing');
  });

  test('seed 002: executing needs every task completed before it leads to review', () => {
    const loop = given(executing([{ subject: 'A' }, { subject: 'B' }]));
    const review = { type: 'stage', stage: 'review' } as const;
    expect(loop.when(completed('1'), review).rejected).toEqual({
      code: 'unproved',
      subject: 'executing',
      missing: [{ kind: 'task', id: '2', subject: 'B' }],
    });
    expect(loop.when(completed('1'), completed('2'), review).frame.workflow?.stage).toBe('review');
  });

  test('seed 002: review leads to complete through review and gate only', () => {
    const loop = given(executing());
    const complete = { type: 'stage', stage: 'complete' } as const;
    const review = { type: 'stage', stage: 'review' } as const;
    expect(loop.when(completed('1'), review, complete).rejected?.missing).toEqual([
      { kind: 'review', blockers: null },
      { kind: 'gate' },
    ]);
    expect(loop.when(completed('1'), review, NO_BLOCKERS, complete).rejected?.missing).toEqual([
      { kind: 'gate' },
    ]);
    expect(loop.when(completed('1'), review, NO_BLOCKERS, GATE).frame.workflow?.stage).toBe('complete');
  });

  test('seed 002: back is allowed, as far as wanted', () => {
    const loop = given(executing());
    expect(loop.when({ type: 'stage', stage: 'intent' }).frame.workflow?.stage).toBe('intent');
  });

  test('seed 002: a stage takes down scores, shape and what recall surfaced', () => {
    const { frame } = from('intent').when({
      type: 'stage',
      specScore: 7,
      fitScore: 35,
      shape: 'colleague',
      recallSurfaced: ['auth edge cases'],
    });
    expect(frame).toMatchObject({
      score: 7,
      shape: 'colleague',
      workflow: { stage: 'intent', specScore: 7, fitScore: 35, recallSurfaced: ['auth edge cases'] },
    });
  });

  test.each([
    [{ specScore: 11 }, 'spec'],
    [{ specScore: -1 }, 'spec'],
    [{ specScore: 7.5 }, 'spec'],
    [{ fitScore: 76 }, 'fit'],
    [{ fitScore: -1 }, 'fit'],
  ])('seed 002: a score outside its range is refused: %o', (scores, subject) => {
    expect(from('intent').when({ type: 'stage', ...scores }).rejected).toEqual({
      code: 'bad-score',
      subject,
    });
  });

  test('seed 002: the ends of both ranges are scores', () => {
    expect(from('intent').when({ type: 'stage', specScore: 10, fitScore: 75 }).rejected).toBeUndefined();
    expect(from('intent').when({ type: 'stage', specScore: 0, fitScore: 0 }).rejected).toBeUndefined();
  });

  test('seed 002: naming nothing changes nothing', () => {
    expect(from('intent').when({ type: 'stage' }).rejected).toEqual({ code: 'nothing-to-change' });
  });

  test.each(['intent', 'shape'] as const)('seed 002: a question at stage %s waits for the user', (stage) => {
    const asked = { type: 'stage', question: 'Which API?' } as const;
    const loop = given(happened({ type: 'start', stage }, asked));
    const { verdict, frame } = loop.whenStopped();
    expect(verdict).toEqual({ kind: 'allow', rule: 'needs-user' });
    expect(frame.iteration).toBe(0);
    expect(loop.whenStopped({ isHeadless: true }).verdict?.kind).toBe('block');
    expect(loop.when({ type: 'prompt', source: 'prompt' }, { type: 'stop' }).verdict?.kind).toBe('block');
    expect(loop.when({ type: 'stage', question: '' }, { type: 'stop' }).verdict?.kind).toBe('block');
  });

  test('seed 002: no human escalation during the loop: a question while executing holds up nothing', () => {
    const loop = given(executing());
    expect(loop.when({ type: 'stage', question: 'Which API?' }, { type: 'stop' }).verdict?.kind).toBe(
      'block',
    );
  });
});

describe('seed 002: completion', () => {
  const ready = [completed('1'), NO_BLOCKERS, GATE] as const;

  test('seed 002: tasks, thorough review and gate together complete the loop, without another word', () => {
    const { verdict, run } = given(executing()).when(...ready, { type: 'stop' });
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'done', ending: { kind: 'claimed' } });
    expect(run?.status).toBe('completed');
  });

  test('seed 002: completion 1 and 2: without the thorough review the loop goes on', () => {
    const { verdict } = given(executing()).when(completed('1'), { type: 'stop' });
    expect(verdict).toMatchObject({
      kind: 'block',
      rule: 'unproved',
      missing: [{ kind: 'review', blockers: null }, { kind: 'gate' }],
    });
    expect(okReason(verdict!)).toBe('next: thorough review, gate');
  });

  test('seed 002: completion 3: with the review passed the gate is next', () => {
    const { verdict } = given(executing()).when(completed('1'), NO_BLOCKERS, { type: 'stop' });
    expect(verdict).toMatchObject({ rule: 'unproved', missing: [{ kind: 'gate' }] });
  });

  test('seed 002: thorough review must pass with no blocker remaining', () => {
    const loop = given(executing());
    const { verdict, frame } = loop.when(
      completed('1'),
      { type: 'review', blockers: 2, ...REVIEWED },
      { type: 'stop' },
    );
    expect(frame.workflow?.thorough).toMatchObject({ passed: false, blockersRemaining: 2, failures: 1 });
    expect(verdict).toMatchObject({ missing: [{ kind: 'review', blockers: 2 }, { kind: 'gate' }] });
  });

  test('seed 002: a file that says passed with blockers remaining is not believed', () => {
    const reviews = { thorough: { passed: true, blockers_remaining: 1 } };
    const { frame } = adopted({ reviews });
    expect(frame.workflow?.thorough?.passed).toBe(true);
    expect(given(adopted({ reviews }).events).when({ type: 'gate', passed: true }).rejected?.missing).toEqual(
      [{ kind: 'review', blockers: 1 }],
    );
  });

  test('seed 002: the review waits for every task', () => {
    expect(given(executing()).when(NO_BLOCKERS).rejected).toEqual({
      code: 'open-tasks',
      missing: [{ kind: 'task', id: '1', subject: 'Add ValidationError import' }],
    });
  });

  test('seed 002: completion 4: the gate opens only once tasks, review and criteria hold', () => {
    const loop = given(executing(undefined, { criteria: [{ name: 'tests pass' }] }));
    expect(loop.when(GATE).rejected?.missing).toEqual([
      { kind: 'task', id: '1', subject: 'Add ValidationError import' },
      { kind: 'review', blockers: null },
      { kind: 'criterion', name: 'tests pass', why: 'unmet' },
    ]);
    const tick = { type: 'criterion', action: 'tick', name: 'tests pass' } as const;
    const { frame } = loop.when(completed('1'), NO_BLOCKERS, tick, GATE);
    expect(frame.workflow).toMatchObject({ stage: 'complete', gate: { passed: true, failures: 0 } });
  });

  test('seed 002: completion 5: a failed gate sends the work back to executing', () => {
    const { frame, types } = given(executing()).when(
      completed('1'),
      { type: 'stage', stage: 'review' },
      NO_BLOCKERS,
      { type: 'gate', passed: false },
    );
    expect(types).toEqual(['gated', 'staged']);
    expect(frame.workflow).toMatchObject({ stage: 'executing', gate: { passed: false, failures: 1 } });
  });

  test('seed 002: completion 5: remediation goes through the review and the gate again', () => {
    const loop = given(executing());
    const done = loop.when(...ready, { type: 'task', action: 'add', subject: 'Fix edge case' });
    expect(done.frame.workflow).toMatchObject({ stage: 'executing', gate: { passed: false } });
    const more = [{ type: 'task', action: 'add', subject: 'Fix edge case' }, completed('2')] as const;
    expect(loop.when(...ready, ...more, { type: 'stop' }).verdict).toMatchObject({
      missing: [{ kind: 'review' }, { kind: 'gate' }],
    });
    expect(loop.when(...ready, ...more, GATE).rejected).toMatchObject({ code: 'unproved' });
    const again = [...more, NO_BLOCKERS, GATE, { type: 'stop' }] as const;
    expect(loop.when(...ready, ...again).verdict).toMatchObject({ rule: 'done' });
  });

  test('seed 002: a gate passed twice stays passed and moves no stage', () => {
    expect(given(executing()).when(...ready, GATE).types).toEqual(['gated']);
  });

  test('seed 002: a gate that fails while executing moves no stage', () => {
    expect(given(executing()).when({ type: 'gate', passed: false }).types).toEqual(['gated']);
  });

  test('seed 002: the <loop-complete> block with tasks and ship box, letter by letter', () => {
    const subjects = [
      'Add ValidationError import',
      'Create validation schema',
      'Implement validateToken',
      'Add tests',
    ].map((subject) => ({ subject }));
    const { run, frame } = given(executing(subjects)).when(
      ...['1', '2', '3', '4'].map((id) => completed(id)),
      NO_BLOCKERS,
      GATE,
    );
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
  const fail = { type: 'task', action: 'fail', id: '1', reason: 'tsc fails' } as const;

  test('seed 002: self-unblocking 1 and 2: the first failure counts and asks the panel', () => {
    const { frame, notices } = given(executing()).when(fail);
    expect(frame.tasks[0]).toMatchObject({
      status: 'pending',
      metadata: { stuckCount: 1, lastFailure: 'tsc fails' },
    });
    expect(frame.notes).toEqual([{ kind: 'ask-panel', subject: '1 Add ValidationError import' }]);
    expect(notices).toEqual([{ code: 'ask-panel', subject: '1 Add ValidationError import' }]);
  });

  test('seed 002: every further failure counts one more', () => {
    expect(given(executing()).when(fail, fail, fail).frame.tasks[0]?.metadata['stuckCount']).toBe(3);
  });

  test('seed 002: self-unblocking 5: only the iterations pause the loop', () => {
    const { verdict, run } = given(executing(undefined, { limits: { iterations: 1 } })).when(
      fail,
      { type: 'stop' },
      fail,
      { type: 'stop' },
    );
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'limit' });
    expect(run).toMatchObject({ status: 'paused', ending: { cause: { limit: 'iterations' } } });
  });
});

describe('seed 002: wave execution', () => {
  const wave = (action: 'begin' | 'finish'): { type: 'wave'; action: 'begin' | 'finish' } => ({
    type: 'wave',
    action,
  });

  test('seed 002: wave N is the pending tasks without open blockers', () => {
    const { frame } = given(
      executing([{ subject: 'A' }, { subject: 'B' }, { subject: 'C', blockedBy: ['1', '2'] }]),
    ).when(wave('begin'));
    expect(planWaves(frame.tasks).waves).toEqual([['1', '2'], ['3']]);
    expect(frame.tasks.map(({ blocks }) => blocks)).toEqual([['3'], ['3'], []]);
    expect(frame.workflow?.wave).toBe(1);
  });

  test('seed 002: a wave is finished once nothing of it runs', () => {
    const loop = given(executing());
    const claim = { type: 'task', action: 'claim', id: '1' } as const;
    expect(loop.when(wave('begin'), claim, wave('finish')).rejected).toEqual({
      code: 'open-tasks',
      missing: [{ kind: 'task', id: '1', subject: 'Add ValidationError import' }],
    });
    expect(loop.when(wave('begin'), claim, completed('1'), wave('finish')).types).toEqual(['wave-finished']);
  });

  test('seed 002: waves come one after the other', () => {
    const loop = given(executing());
    expect(loop.when(wave('finish')).rejected).toEqual({ code: 'nothing-to-change', subject: 'wave 0' });
    expect(loop.when(wave('begin'), wave('begin')).rejected).toEqual({
      code: 'nothing-to-change',
      subject: 'wave 1',
    });
    expect(loop.when(wave('begin'), wave('finish'), wave('finish')).rejected?.subject).toBe('wave 1');
    expect(loop.when(wave('begin'), wave('finish'), wave('begin')).frame.workflow).toMatchObject({
      wave: 2,
      finishedWave: 1,
    });
  });

  test('seed 002: waves belong to the stage executing', () => {
    expect(given(happened({ type: 'start', stage: 'intent' })).when(wave('begin')).rejected).toEqual({
      code: 'wrong-stage',
      subject: 'intent',
    });
  });

  test('seed 002: the light review after a wave is information and blocks nothing', () => {
    const { frame } = given(executing()).when(
      { type: 'review', wave: 2, score: 7, issues: 3, blockers: 1 },
      { type: 'review', wave: 1, score: 8, issues: 2, blockers: 0 },
      { type: 'review', wave: 2, score: 9, issues: 0, blockers: 0 },
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
    const { verdict } = given(executing(undefined, { shape })).when(wave('begin'), wave('finish'), {
      type: 'stop',
    });
    expect(verdict?.kind).toBe(kind);
  });

  test('seed 002: none of this exists in a loop without a workflow', () => {
    const loop = given(started());
    for (const command of [wave('begin'), NO_BLOCKERS, GATE, { type: 'stage', stage: 'shape' } as const]) {
      expect(loop.when(command).rejected).toEqual({ code: 'no-workflow' });
      expect(given().when(command).rejected).toEqual({ code: 'no-run' });
    }
  });
});

describe('seed 002: workflow-state.json', () => {
  test('seed 002: the schema of the seed parses as it stands, and a run gives it back', () => {
    expect(parseWorkflowState(JSON.stringify(STATE))).toEqual({ ok: true, value: STATE });
    expect(toWorkflowState(adopted().run!)).toEqual(STATE);
  });

  test.each(STAGES.filter((stage) => stage !== 'complete'))(
    'seed 002: resume at stage %s skips to it',
    (stage) => {
      expect(adopted({ stage }).frame.workflow).toMatchObject({ stage, specScore: 7, fitScore: 35 });
    },
  );

  test('seed 002: stage complete is nothing to resume', () => {
    expect(adopted({ stage: 'complete' }).rejected).toEqual({ code: 'not-adoptable', subject: 'workflow' });
  });

  test('seed 002: a loop without a workflow has no such view', () => {
    expect(toWorkflowState(runAfter({ type: 'start' }))).toBeUndefined();
  });

  test('seed 002: the view is that of the innermost workflow on the stack', () => {
    const run = runAfter({ type: 'start', stage: 'intent', spec: 'outer' }, { type: 'push', spec: 'inner' });
    expect((toWorkflowState(run) as WorkflowState).task).toBe('outer');
  });
});

describe('seed 002: session resume', () => {
  const next = {
    intent: 'Read spec_score, continue to shape',
    shape: 'Read SHAPE.md, continue to decompose',
    decompose: 'Continue creating tasks',
    executing: 'Read the tasks, continue waves',
    review: 'Load review state, continue resolution',
    complete: 'Offer new loop',
  };

  test('seed 002: the resume announcement, letter by letter', () => {
    expect(announce({ kind: 'resume', run: adopted().run! })).toBe(
      [
        '[LOOP RESUME] Active loop detected',
        'Stage: review | Spec: 7/10 | Fit: 35',
        'Progress: 0/0 tasks | Wave: 2',
        'Reviews: wave 1: 8/10; wave 2: 7/10, 1 blockers; thorough: 1 blockers remain',
        'Next: Load review state, continue resolution',
      ].join('\n'),
    );
  });

  test.each(STAGES)('seed 002: stage-specific resume: %s', (stage) => {
    const run = runAfter({ type: 'start', stage });
    expect(announce({ kind: 'resume', run }).split('\n').at(-1)).toBe(`Next: ${next[stage]}`);
  });

  test('seed 002: without scores and reviews the announcement says so', () => {
    const run = runAfter({ type: 'start', stage: 'intent' });
    expect(announce({ kind: 'resume', run }).split('\n').slice(1, 4)).toEqual([
      'Stage: intent | Spec: -/10 | Fit: -',
      'Progress: 0/0 tasks | Wave: 0',
      'Reviews: none',
    ]);
  });

  test('seed 002: a passed thorough review is shown', () => {
    const run = given(executing()).when(completed('1'), NO_BLOCKERS).run!;
    expect(announce({ kind: 'resume', run })).toContain(
      'Progress: 1/1 tasks | Wave: 0\nReviews: thorough: passed',
    );
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
    { type: 'task', action: 'claim', id: '3', owner: 'subagent' },
    { type: 'observe', tools: 1, spent: { usd: 2.5, tokens: 10, from: '', to: 'a' } },
    { type: 'stop' },
    { type: 'stop' },
    { type: 'stop' },
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
