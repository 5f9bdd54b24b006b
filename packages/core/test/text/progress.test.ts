import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { addTask, pause, step, tick } from '../support/commands.ts';
import { frameAfter, given, happened, openedWith, started } from '../support/given.ts';

describe('PROGRESS.md', () => {
  test('without tasks goes by steps and criteria', () => {
    const { run } = given(
      started({ spec: 'x', steps: ['a', 'b', 'c'], criteria: [{ name: 'k' }, { name: 'l' }] }),
    ).when(step('done', 'a'), tick('k'));
    expect(progressMarkdown(run!)).toBe(`# Loop Progress: x

**Status:** In progress | Iteration 1 | Cost: $0.00/$25

## ✅ Completed
- [x] a

## 🔄 In Progress
- [ ] b

## ⏳ Pending
- [ ] c

## 🎯 Criteria
- [x] k
- [ ] l

## 📊 Metrics
- Steps: 1/3 complete
- Criteria: 1/2 met
- Stuck count: 0
`);
  });

  test('of a resting loop shows its status, and without a loop says so', () => {
    expect(progressMarkdown(given(started()).when(pause).run!)).toContain('**Status:** Paused |');
    expect(progressMarkdown(given(openedWith({}, { frames: [] })).run!)).toBe(
      '# Loop Progress\n\n**Status:** no loop\n',
    );
  });

  test('with every task done stands in its last wave, with those that failed counted', () => {
    const task = { type: 'task', action: 'add' } as const;
    const { run } = given(
      happened({ type: 'start' }, { ...task, subject: 'A' }, { ...task, subject: 'B', blockedBy: ['1'] }),
    ).when(
      { type: 'task', action: 'fail', id: '1' },
      { type: 'task', action: 'complete', id: '1' },
      { type: 'panel', subject: '1 A' },
      { type: 'task', action: 'complete', id: '2' },
    );
    const text = progressMarkdown(run!);
    expect(text).toContain('**Status:** Wave 2 of 2');
    expect(text).toContain('- Stuck count: 1\n- Counsel consulted: Yes');
    expect(text).not.toContain('Pending');
  });

  test('shows tasks that wait for each other last', () => {
    const [one] = frameAfter({ type: 'start' }, addTask('A')).tasks;
    const tasks = [
      { ...one!, id: '1', blockedBy: ['2'] },
      { ...one!, id: '2', blockedBy: ['1'] },
      { ...one!, id: '3' },
    ];
    expect(progressMarkdown(given(openedWith({ tasks })).run!)).toContain('Wave 1 of 2');
  });
});

describe('PROGRESS.md at the edges of a plan', () => {
  const linesOf = (run: Run | undefined): string[] => progressMarkdown(run!).split('\n');

  test('of tasks names their owners and blockers', () => {
    const task = { type: 'task', action: 'add' } as const;
    const { run } = given(
      happened(
        { type: 'start', spec: 'x' },
        { ...task, subject: 'A' },
        { ...task, subject: 'B' },
        { ...task, subject: 'C' },
        { ...task, subject: 'D', blockedBy: ['1', '2'] },
        { ...task, subject: 'E', blockedBy: ['4'] },
      ),
    ).when(
      { type: 'task', action: 'complete', id: '1' },
      { type: 'task', action: 'claim', id: '2', owner: 'agent' },
      { type: 'task', action: 'claim', id: '3', owner: '' },
    );
    expect(progressMarkdown(run!)).toBe(`# Loop Progress: x

**Status:** Wave 1 of 3 | Iteration 1 | Cost: $0.00/$25

## ✅ Completed (Wave 1)
- [x] T-001: A

## 🔄 In Progress (Wave 1)
- [ ] T-002: B (assigned to agent)
- [ ] T-003: C

## ⏳ Pending (Wave 2+)
- [ ] T-004: D (blocked by T-001, T-002)
- [ ] T-005: E (blocked by T-004)

## 📊 Metrics
- Tasks: 1/5 complete
- Stuck count: 0
- Counsel consulted: No
`);
  });

  test('tasks of a later wave that are done already are not pending', () => {
    const [one] = frameAfter({ type: 'start' }, addTask('A')).tasks;
    const tasks = [
      { ...one!, id: '1' },
      { ...one!, id: '2', blockedBy: ['1'], status: 'completed' as const },
      { ...one!, id: '3', blockedBy: ['1'] },
    ];
    const lines = linesOf(given(openedWith({ tasks })).run);
    expect(lines.slice(lines.indexOf('## ⏳ Pending (Wave 2+)'))).toContain(
      '- [ ] T-003: A (blocked by T-001)',
    );
    expect(lines.filter((line) => line.includes('T-002'))).toEqual(['- [x] T-002: A']);
  });
});
