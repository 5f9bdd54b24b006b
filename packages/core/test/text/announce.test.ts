import { announce, completeText, statusBlock } from '../../src/text/announce.ts';
import { endLines } from '../../src/text/end.ts';
import { addTask } from '../support/commands.ts';
import { type AnyLoose, given, openedWith, runAfter } from '../support/given.ts';
import { completed, executing, REVIEWED } from '../support/workflows.ts';
import { describe, expect, test } from 'vitest';

test('a run without a frame has nothing to announce', () => {
  const { run } = given(openedWith({}, { frames: [] }));
  expect(announce({ kind: 'iteration', run: run! })).toBe('');
});

test('money: whole dollars without cents, spend always with', () => {
  const run = runAfter({ type: 'start', limits: { budgetUsd: 12.5, iterations: null } });
  expect(announce({ kind: 'iteration', run })).toBe(
    '[LOOP] Iteration 1/unlimited | Cost: $0.00/$12.50 | Step: none',
  );
  const none = runAfter({ type: 'start', limits: { budgetUsd: null } });
  expect(announce({ kind: 'iteration', run: none })).toContain('Cost: $0.00/unlimited');
});

test('an iteration of a workflow names its task, or its stage where none is open', () => {
  const tasks = [{ subject: 'A' }, { subject: 'B', blockedBy: ['1'] }];
  const work = given(executing(tasks));
  const runs = [
    runAfter({ type: 'start', stage: 'shape' }),
    work.run,
    work.when(completed('1')).run,
    work.when(completed('1'), completed('2')).run,
    runAfter({ type: 'start', stage: 'shape', steps: ['s'] }),
  ];
  expect(runs.map((run) => announce({ kind: 'iteration', run: run! }).split(' | ').at(-1))).toEqual([
    'Stage: shape',
    'Task: T-001 A',
    'Task: T-002 B',
    'Stage: executing',
    'Step: s',
  ]);
});

test('the resume announcement names at most twenty criteria', () => {
  const criteria = Array.from({ length: 22 }, (_, index) => ({ name: `c${index}` }));
  expect(announce({ kind: 'resume', run: runAfter({ type: 'start', criteria }) })).toContain(
    'c19 and 2 more',
  );
});

test('a pause counts the tasks of a loop that has no steps', () => {
  const tasks = ['A', 'B', 'C'].map((subject) => addTask(subject));
  const run = runAfter(
    { type: 'start' },
    ...tasks,
    { type: 'task', action: 'complete', id: '2' },
    { type: 'pause' },
  );
  expect(endLines(run)[1]).toBe('Progress: 1 steps complete, 2 remaining');
  const both = runAfter({ type: 'start', steps: ['s'] }, ...tasks, { type: 'pause' });
  expect(endLines(both)[1]).toBe('Progress: 0 steps complete, 1 remaining');
});

describe('a complete loop', () => {
  const tasks = ['A', 'B'].map((subject) => addTask(subject));
  const done = { type: 'task', action: 'complete', id: '1' } as const;

  test('a workflow goes by its tasks, and none that is open passes for verified', () => {
    const run = runAfter({ type: 'start', stage: 'executing' }, ...tasks, done);
    expect(completeText(run)).toBe(
      '<loop-complete>\nTasks, 0 of 2 verified by evidence:\n- T-001: ✗ A (open)\n- T-002: ✗ B (open)\n</loop-complete>',
    );
  });

  test('a workflow without tasks and a loop with some go by their criteria', () => {
    const criteria = [{ name: 'c' }];
    const text = '<loop-complete>\nAll success criteria satisfied:\n- c: ✗\n</loop-complete>';
    const workflow = runAfter({ type: 'start', stage: 'executing', criteria });
    expect(completeText(workflow)).toBe(text);
    expect(completeText(runAfter({ type: 'start', criteria }, ...tasks))).toBe(text);
  });
});

describe('the resume of a workflow', () => {
  const resumed = (...commands: readonly AnyLoose[]): string[] =>
    announce({ kind: 'resume', run: runAfter({ type: 'start', stage: 'executing' }, ...commands) }).split(
      '\n',
    );
  const light = (wave: number, blockers = 0): AnyLoose => ({ type: 'review', wave, score: 8, blockers });

  test('lists the reviews in the order of the waves, the last twenty of them', () => {
    expect(resumed(light(2, 1), light(1))[3]).toBe('Reviews: wave 1: 8/10; wave 2: 8/10, 1 blockers');
    const many = Array.from({ length: 22 }, (_, index) => light(index + 1));
    const reviews = resumed(...many)[3]?.split('; ');
    expect(reviews).toHaveLength(20);
    expect(reviews?.[0]).toBe('Reviews: wave 3: 8/10');
  });

  test('says how the thorough review stands', () => {
    expect(resumed({ type: 'review', blockers: 2, ...REVIEWED })[3]).toBe(
      'Reviews: thorough: 2 blockers remain',
    );
    expect(resumed({ type: 'review', blockers: 0, ...REVIEWED })[3]).toBe('Reviews: thorough: passed');
    expect(resumed({ type: 'review', blockers: 0, ...REVIEWED }, addTask('A'))[3]).toBe(
      'Reviews: thorough: to be done again',
    );
  });
});

test('the status block of a run without a frame is one, too', () => {
  const { run } = given(openedWith({}, { frames: [] }));
  expect(statusBlock(run!)).toBe(
    '---LOOP_STATUS---\nEXIT_SIGNAL: false\nCRITERIA: {}\nSTUCK_COUNT: 0\nNEXT: none\n---END_STATUS---',
  );
});

test('the status block quotes names as JSON does', () => {
  const run = runAfter({ type: 'start', criteria: [{ name: 'say "hi"' }] });
  expect(statusBlock(run)).toContain('CRITERIA: {"say \\"hi\\"": false}');
});
