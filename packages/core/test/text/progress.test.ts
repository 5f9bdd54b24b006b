import { describe, expect, test } from 'vitest';
import { progressMarkdown } from '../../src/text/progress.ts';
import { frameAfter, given, happened, openedWith, started } from '../support/given.ts';

describe('PROGRESS.md', () => {
  test('without tasks goes by steps and criteria', () => {
    const { run } = given(
      started({ spec: 'x', steps: ['a', 'b', 'c'], criteria: [{ name: 'k' }, { name: 'l' }] }),
    ).when({ type: 'step', action: 'done', step: 'a' }, { type: 'criterion', action: 'tick', name: 'k' });
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

  test('of a loop at rest says how it stands, and of none that there is none', () => {
    expect(progressMarkdown(given(started()).when({ type: 'pause' }).run!)).toContain('**Status:** Paused |');
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
    const [one] = frameAfter({ type: 'start' }, { type: 'task', action: 'add', subject: 'A' }).tasks;
    const tasks = [
      { ...one!, id: '1', blockedBy: ['2'] },
      { ...one!, id: '2', blockedBy: ['1'] },
      { ...one!, id: '3' },
    ];
    expect(progressMarkdown(given(openedWith({ tasks })).run!)).toContain('Wave 1 of 2');
  });

  test('names the waves that are done by their range', () => {
    const task = { type: 'task', action: 'add' } as const;
    const chain = [task, { ...task, blockedBy: ['1'] }, { ...task, blockedBy: ['2'] }].map((one) => ({
      ...one,
      subject: 'x',
    }));
    const { run } = given(happened({ type: 'start' }, ...chain)).when(
      { type: 'task', action: 'complete', id: '1' },
      { type: 'task', action: 'complete', id: '2' },
    );
    expect(progressMarkdown(run!)).toContain('## ✅ Completed (Waves 1–2)');
    expect(progressMarkdown(run!)).toContain('## 🔄 In Progress (Wave 3)');
  });
});
