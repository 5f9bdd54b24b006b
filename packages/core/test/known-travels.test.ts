import { describe, expect, test } from 'vitest';
import { announce } from '../src/text/announce.ts';
import { continuation, okReason } from '../src/text/continuation.ts';
import { resumeFlags } from '../src/text/endings.ts';
import { progressMarkdown } from '../src/text/progress.ts';
import { summaryMarkdown, workLists } from '../src/text/summary.ts';
import { addTask, cancel, resume, spent, step, stop, times, tool, wave } from './support/commands.ts';
import { type AnyLoose, given, runAfter, started } from './support/given.ts';
import { completed, executing } from './support/workflows.ts';

const error = { ...tool, errors: ['Bash: no such module #1234abcd'], failedCall: 'a' };
const edits = { ...tool, edits: ['b', 'a', 'a'], hasFailed: true };
const denied = { ...tool, tools: 0, denials: 1, denied: 'Bash: npm publish' };
const plain = given(started());
const lines = (run: Parameters<typeof announce>[0]['run'] | undefined, kind: 'paused' | 'iteration') =>
  announce({ kind, run: run! });

describe('what is known travels: a pause names the thing', () => {
  test.each<readonly [string, readonly AnyLoose[], string]>([
    [
      'a missing program: the error, and how often',
      times(3, error),
      'same-error | 3× in a row: Bash: no such module',
    ],
    [
      'the file and its edits',
      [{ ...tool, edits: ['b'] }, ...times(6, edits)],
      'same-file | 5 edits of b, each after a failure',
    ],
    [
      'the refused command',
      [denied, denied],
      'permission | 2 calls refused, the last one: Bash: npm publish',
    ],
  ])('%s', (_, commands, named) => {
    const run = plain.when(...commands, stop).run!;
    expect(lines(run, 'paused').split('\n')[0]).toBe(`[LOOP] ⏸ Paused: ${named}`);
    expect(announce({ kind: 'ended', run })).toBe(`[LOOP] ⏸ Paused: ${named}`);
  });

  test.each([
    [25, '25'],
    [70.5, '47'],
  ])('the exact command that goes on after $%d', (usd, amount) => {
    const paused = [{ ...tool, ...spent(usd) }, stop] as const;
    const run = plain.when(...paused).run!;
    expect(resumeFlags(run)).toEqual(['--budget', amount]);
    expect(lines(run, 'paused')).toContain(`Resume: /loop:continue --budget=${amount}`);
    const more = { ...resume, add: { budgetUsd: Number(amount) } };
    expect(plain.when(...paused, more).refused).toBeUndefined();
  });
});

describe('what is known travels: the views', () => {
  const tasks = [{ subject: 'A' }, { subject: 'B', blockedBy: ['1'] }, { subject: 'C', blockedBy: ['2'] }];
  const waves = ['1', '2', '3'].flatMap((id) => [wave('begin'), completed(id), wave('finish')]);
  const planned = given(executing(tasks));

  test('seed 002: after three finished waves PROGRESS.md names three, the remediation is the fourth', () => {
    const three = progressMarkdown(planned.when(...waves).run!);
    expect(three).toContain('**Status:** Wave 3 of 3 |');
    expect(three).toContain('## ✅ Completed (Waves 1–3)');
    const fourth = progressMarkdown(planned.when(...waves, addTask('Fix: D'), wave('begin')).run!);
    expect(fourth).toContain('**Status:** Wave 4 of 4 |');
    expect(fourth).toContain('## 🔄 In Progress (Wave 4)\n- [ ] T-004: Fix: D');
  });

  test('seed 000: summary.md lists the completed and the remaining work', () => {
    const { run } = given(started({ steps: ['s', 't'] })).when(addTask('A'), step('done', 's'), cancel);
    expect(workLists(run!)).toEqual({ completed: ['s'], remaining: ['t', 'T-001: A'] });
    expect(summaryMarkdown(run!)).toContain(
      '## Completed\n\n- [x] s\n\n## Remaining\n\n- [ ] t\n- [ ] T-001: A\n',
    );
  });

  test('announcements of a workflow name the task or the stage', () => {
    const runs = [
      runAfter({ type: 'start', stage: 'shape' }),
      planned.run,
      planned.when(completed('1')).run,
      planned.when(...waves).run,
      runAfter({ type: 'start', steps: ['s'] }),
    ];
    expect(runs.map((run) => lines(run, 'iteration').split(' | ').at(-1))).toEqual([
      'Stage: shape',
      'Task: T-001 A',
      'Task: T-002 B',
      'Stage: executing',
      'Step: s',
    ]);
  });
});

describe('what is known travels: the answer to a stop', () => {
  const criteria = [{ name: 'c' }];
  const work = given(executing([{ subject: 'A' }], { criteria }));

  test.each([
    ['seed 002: open tasks of a workflow before criteria', work.when(stop), 'pending tasks: A'],
    [
      'criteria of a plain loop before its tasks',
      given(started({ criteria })).when(addTask('A'), stop),
      'unmet criteria: c',
    ],
    ['seed 001: the next step where steps are open', given(started({ steps: ['s'] })).when(stop), 'next: s'],
  ])('the ok dialect names %s', (_, { verdict, run }, reason) => {
    expect(okReason(verdict!, run)).toBe(reason);
  });

  test('what is open begins with tasks, and names the skipped reviews and the stuck count', () => {
    const { verdict, run } = work.when(wave('begin'), wave('finish'), stop, ...times(2, tool, stop));
    if (verdict?.kind !== 'block') throw new Error('the stop was let go');
    const text = continuation(run, verdict);
    expect(text).toContain('Still open: task 1 A, c (not met yet), thorough review, gate.');
    expect(text).toContain('Light reviews skipped: wave 1.');
    expect(text).toMatch(/^STUCK_COUNT: [1-9]$/m);
  });
});
