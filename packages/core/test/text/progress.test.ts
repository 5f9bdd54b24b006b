import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/model/run.ts';
import { progressMarkdown } from '../../src/text/progress.ts';
import { addTask, failing, pause, step, task, tick, verify, wave } from '../support/commands.ts';
import { frameAfter, given, happened, openedWith, started } from '../support/given.ts';
import { completed, executing } from '../support/workflows.ts';

const [pending] = frameAfter({ type: 'start' }, addTask('A')).tasks;
const linesOf = (...tasks: readonly Partial<Task>[]): string[] => {
  const listed = tasks.map((one, index) => ({ ...pending!, id: `${index + 1}`, ...one }));
  return progressMarkdown(given(openedWith({ tasks: listed })).run!).split('\n');
};

describe('PROGRESS.md', () => {
  test('without tasks goes by steps and criteria', () => {
    const plan = { spec: 'x', steps: ['a', 'b', 'c'], criteria: [{ name: 'k' }, { name: 'l' }] };
    const { run } = given(started(plan)).when(step('done', 'a'), tick('k'));
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
    const all = given(started({ steps: ['a'] })).when(step('done', 'a')).run!;
    expect(progressMarkdown(all)).not.toContain('In Progress');
  });

  test('of a resting loop shows its status, and without a loop says so', () => {
    expect(progressMarkdown(given(started()).when(pause).run!)).toContain('**Status:** Paused |');
    expect(progressMarkdown(given(openedWith({}, { frames: [] })).run!)).toBe(
      '# Loop Progress\n\n**Status:** no loop\n',
    );
    expect(progressMarkdown(given(openedWith({ iteration: 12 })).run!)).toContain('| Iteration 12 |');
  });

  test('seed 001: names the error that stands and the checks that fail', () => {
    const criteria = [{ name: 'tests', check: { command: 'npm test' } }];
    const { run } = given(started({ criteria })).when(failing('npm: not found #1'), verify('tests', false));
    expect(progressMarkdown(run!)).toContain(
      '- Error: 1× in a row: npm: not found\n- Failed: tests, 1 time\n',
    );
  });

  test('with every task done stands in its last wave, with those that failed counted', () => {
    const two = happened({ type: 'start' }, addTask('A'), addTask('B', { blockedBy: ['1'] }));
    const panel = { type: 'panel', subject: '1 A' } as const;
    const worked = [task('fail', '1'), task('complete', '1'), panel, task('complete', '2')];
    const text = progressMarkdown(given(two).when(...worked).run!);
    expect(text).toContain('**Status:** Wave 2 of 2');
    expect(text).toContain('- Stuck count: 1\n- Counsel consulted: Yes');
    expect(text).not.toContain('Pending');
  });

  test('shows tasks that wait for each other last', () => {
    expect(linesOf({ blockedBy: ['2'] }, { blockedBy: ['1'] }, {}).join('\n')).toContain('Wave 1 of 2');
  });

  test('names owners and blockers', () => {
    const blocked = addTask('D', { blockedBy: ['1', '2'] });
    const four = happened({ type: 'start' }, addTask('A'), addTask('B'), addTask('C'), blocked);
    const [agent, nobody] = [task('claim', '2', { owner: 'agent' }), task('claim', '3', { owner: '' })];
    const lines = progressMarkdown(given(four).when(task('complete', '1'), agent, nobody).run!).split('\n');
    expect(lines.filter((line) => line.startsWith('- ['))).toEqual([
      '- [x] T-001: A',
      '- [ ] T-002: B (assigned to agent)',
      '- [ ] T-003: C',
      '- [ ] T-004: D (blocked by T-001, T-002)',
    ]);
  });

  test('after finished waves names the last one, and remediation is the next', () => {
    const planned = given(executing([{ subject: 'A' }, { subject: 'B', blockedBy: ['1'] }]));
    const waves = ['1', '2'].flatMap((id) => [wave('begin'), completed(id), wave('finish')]);
    const between = progressMarkdown(planned.when(...waves.slice(0, 3)).run!);
    expect(between).toContain('**Status:** Wave 2 of 2 |');
    expect(between).toContain('## 🔄 In Progress (Wave 2)\n- [ ] T-002: B');
    const two = progressMarkdown(planned.when(...waves).run!);
    expect(two).toContain('**Status:** Wave 2 of 2 |');
    expect(two).toContain('## ✅ Completed (Waves 1–2)');
    const third = progressMarkdown(planned.when(...waves, addTask('Fix: C'), wave('begin')).run!);
    expect(third).toContain('**Status:** Wave 3 of 3 |');
    expect(third).toContain('## 🔄 In Progress (Wave 3)\n- [ ] T-003: Fix: C');
  });

  test('tasks of a later wave that are done already are not pending', () => {
    const lines = linesOf({ owner: '' }, { blockedBy: ['1'], status: 'completed' }, { blockedBy: ['1'] });
    expect(lines[2]).toContain('Wave 1 of 2');
    expect(lines).toContain('- [ ] T-001: A');
    expect(lines.slice(lines.indexOf('## ⏳ Pending (Wave 2+)'))).toContain(
      '- [ ] T-003: A (blocked by T-001)',
    );
    expect(lines.filter((line) => line.includes('T-002'))).toEqual(['- [x] T-002: A']);
  });
});
