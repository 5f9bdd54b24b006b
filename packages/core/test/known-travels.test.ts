import { describe, expect, test } from 'vitest';
import { announce } from '../src/text/announce.ts';
import { continuation, okReason } from '../src/text/continuation.ts';
import { progressMarkdown } from '../src/text/progress.ts';
import { resumeFlags } from '../src/text/endings.ts';
import { summaryMarkdown, workLists } from '../src/text/summary.ts';
import { type AnyLoose, given, happened, runAfter } from './support/given.ts';
import { completed, executing } from './support/workflows.ts';

const observe = (more: object) => ({ type: 'observe', tools: 1, ...more }) as const;
const failing = (call: string) => observe({ errors: ['Bash: no such module #1234abcd'], failedCall: call });
const stop = { type: 'stop' } as const;
const evidence = (passed: boolean) =>
  ({ id: 'e', at: 0, passed, exitCode: passed ? 0 : 1, durationMs: 1, fingerprint: 'tree' }) as const;
const result = (passed: boolean) =>
  ({ type: 'verify', results: [{ criterion: 'c', evidence: evidence(passed) }] }) as const;

describe('what is known travels: the panel', () => {
  const loop = given(happened({ type: 'start', criteria: [{ name: 'c', check: { command: 'x' } }] }));
  const asks = [{ kind: 'ask-panel', subject: 'c' }];

  test('is not asked for because a check was red before the work', () => {
    expect(loop.when(result(false)).frame.notes).toEqual([]);
    expect(loop.when(result(false)).notices).toEqual([]);
  });

  test('is asked for at the first failure after that', () => {
    expect(loop.when(result(false), result(false)).frame.notes).toEqual(asks);
    expect(loop.when(result(true), result(false)).frame.notes).toEqual(asks);
  });

  test('is not asked for any more once the check passed', () => {
    expect(loop.when(result(true), result(false), result(true)).frame.notes).toEqual([]);
  });

  test('is not asked for any more once the task is completed', () => {
    const { frame } = given(executing()).when({ type: 'task', action: 'fail', id: '1' }, completed('1'));
    expect(frame.notes).toEqual([]);
  });
});

describe('what is known travels: a pause names the thing', () => {
  const loop = given(happened({ type: 'start' }));
  const paused = (run: Parameters<typeof announce>[0]['run'] | undefined) => ({
    line: announce({ kind: 'paused', run: run! }).split('\n')[0],
    ended: announce({ kind: 'ended', run: run! }),
  });

  test('ADR 11: the error, and how often', () => {
    const { run } = loop.when(failing('a'), failing('a'), failing('a'), stop);
    expect(paused(run)).toEqual({
      line: '[LOOP] ⏸ Paused: same-error | 3× in a row: Bash: no such module',
      ended: '[LOOP] ⏸ Paused: same-error | 3× in a row: Bash: no such module',
    });
  });

  test('the file and its edits', () => {
    const turns = Array.from({ length: 6 }, () => observe({ edits: ['b', 'a', 'a'], hasFailed: true }));
    const { run } = loop.when(observe({ edits: ['b'] }), ...turns, stop);
    expect(paused(run).line).toBe('[LOOP] ⏸ Paused: same-file | 5 edits of b, each after a failure');
  });

  test('the refused command', () => {
    const denied = { tools: 0, denials: 1, denied: 'Bash: npm publish' };
    const { run } = loop.when(observe(denied), observe(denied), stop);
    expect(paused(run).line).toBe(
      '[LOOP] ⏸ Paused: permission | 2 calls refused, the last one: Bash: npm publish',
    );
  });

  test('the exact command that goes on, also if more was spent than the budget', () => {
    const spent = (usd: number) =>
      ({ ...observe({}), spent: { usd, tokens: 0, from: '', to: 'x' } }) as const;
    for (const [usd, amount] of [
      [25, '25'],
      [70.5, '47'],
    ] as const) {
      const outcome = loop.when(spent(usd), stop);
      const run = outcome.run!;
      expect(resumeFlags(run)).toEqual(['--budget', amount]);
      expect(announce({ kind: 'paused', run })).toContain(`Resume: /loop:continue --budget=${amount}`);
      const resume = { type: 'resume', add: { budgetUsd: Number(amount) } } as const;
      expect(loop.when(spent(usd), stop, resume).rejected).toBeUndefined();
    }
  });
});

describe('what is known travels: three in a row', () => {
  const loop = given(happened({ type: 'start' }));
  const errorCount = (...commands: readonly AnyLoose[]): number =>
    loop.when(...commands).frame.breaker.errorCount;

  test('a pass of the same call in between clears the count', () => {
    expect(errorCount(failing('a'), failing('a'), observe({ hasPassed: true }), failing('a'))).toBe(1);
  });

  test('other work in between does not', () => {
    expect(errorCount(failing('a'), observe({}), failing('a'), observe({}), failing('a'))).toBe(3);
  });
});

describe('what is known travels: the views', () => {
  const tasks = [{ subject: 'A' }, { subject: 'B', blockedBy: ['1'] }, { subject: 'C', blockedBy: ['2'] }];
  const wave = (id: string) =>
    [{ type: 'wave', action: 'begin' }, completed(id), { type: 'wave', action: 'finish' }] as const;
  const three = given(executing(tasks)).when(...wave('1'), ...wave('2'), ...wave('3'));

  test('seed 002: after three finished waves PROGRESS.md names three', () => {
    expect(progressMarkdown(three.run!)).toContain('## ✅ Completed (Waves 1–3)');
    expect(progressMarkdown(three.run!)).toContain('**Status:** Wave 3 of 3 |');
  });

  test('seed 002: the wave of remediation is the fourth', () => {
    const { run } = given(executing(tasks)).when(
      ...wave('1'),
      ...wave('2'),
      ...wave('3'),
      { type: 'task', action: 'add', subject: 'Fix: D' },
      { type: 'wave', action: 'begin' },
    );
    expect(progressMarkdown(run!)).toContain('**Status:** Wave 4 of 4 |');
    expect(progressMarkdown(run!)).toContain('## 🔄 In Progress (Wave 4)\n- [ ] T-004: Fix: D');
  });

  test('seed 000: summary.md lists the completed and the remaining work', () => {
    const { run } = given(happened({ type: 'start', steps: ['s', 't'] })).when(
      { type: 'task', action: 'add', subject: 'A' },
      { type: 'step', action: 'done', step: 's' },
      { type: 'cancel' },
    );
    expect(workLists(run!)).toEqual({ completed: ['s'], remaining: ['t', 'T-001: A'] });
    expect(summaryMarkdown(run!)).toContain(
      '## Completed\n\n- [x] s\n\n## Remaining\n\n- [ ] t\n- [ ] T-001: A\n',
    );
  });

  test('announcements of a workflow name the task or the stage, and no tool of the client', () => {
    const line = (run: Parameters<typeof announce>[0]['run'] | undefined) =>
      announce({ kind: 'iteration', run: run! }).split(' | ').at(-1);
    const planned = given(executing(tasks));
    expect(line(runAfter({ type: 'start', stage: 'shape' }))).toBe('Stage: shape');
    expect(line(planned.run)).toBe('Task: T-001 A');
    expect(line(planned.when(completed('1')).run)).toBe('Task: T-002 B');
    expect(line(three.run)).toBe('Stage: executing');
    expect(line(runAfter({ type: 'start', steps: ['s'] }))).toBe('Step: s');
    expect(announce({ kind: 'resume', run: planned.run! })).not.toContain('TaskList');
  });
});

describe('what is known travels: the answer to a stop', () => {
  const criteria = [{ name: 'c' }];
  const tasks = [{ subject: 'A' }];

  test('seed 002: the ok dialect names open tasks of a workflow before criteria', () => {
    const { verdict, run } = given(executing(tasks, { criteria })).when(stop);
    expect(okReason(verdict!, run)).toBe('pending tasks: A');
    const plain = given(happened({ type: 'start', criteria }, { type: 'task', action: 'add', subject: 'A' }));
    const stopped = plain.when(stop);
    expect(okReason(stopped.verdict!, stopped.run)).toBe('unmet criteria: c');
  });

  test('seed 001: the ok dialect names the next step where steps are open', () => {
    const { verdict, run } = given(happened({ type: 'start', steps: ['measure'] })).when(stop);
    expect(okReason(verdict!, run)).toBe('next: measure');
  });

  test('what is open begins with tasks, and names the skipped reviews and the stuck count', () => {
    const { verdict, run } = given(executing(tasks, { criteria })).when(
      { type: 'wave', action: 'begin' },
      { type: 'wave', action: 'finish' },
      stop,
      observe({}),
      stop,
      observe({}),
      stop,
    );
    if (verdict?.kind !== 'block') throw new Error('the stop was let go');
    const text = continuation(run, verdict);
    expect(text).toContain('Still open: task 1 A, c (not met yet), thorough review, gate.');
    expect(text).toContain('Light reviews skipped: wave 1.');
    expect(text).toMatch(/^STUCK_COUNT: [1-9]$/m);
  });
});
