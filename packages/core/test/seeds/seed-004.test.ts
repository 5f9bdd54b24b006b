import { describe, expect, test } from 'vitest';
import type { StopCommand } from '../../src/model/command.ts';
import { DEFAULT_LIMITS } from '../../src/model/defaults.ts';
import type { Mode } from '../../src/model/vocabulary.ts';
import { continuation, iterationLine } from '../../src/text/continuation.ts';
import { parseStackState, toStackState } from '../../src/views/stack-state.ts';
import { said, stop } from '../support/commands.ts';
import { valueOf } from '../support/parsed.ts';
import {
  type AnyLoose,
  AT,
  complete,
  given,
  happened,
  openedWith,
  type Outcome,
  put,
  result,
  SAME_TREE,
  started,
} from '../support/given.ts';

type Signals = NonNullable<StopCommand['signals']>;

/** The message as jwz carries it. */
const MESSAGE = {
  schema: 1,
  event: 'STATE',
  run_id: 'loop-1',
  updated_at: '2026-02-05T10:00:00Z',
  stack: [{ id: 'frame-1', mode: 'loop', iter: 3, max: 10 }],
};

function stopWith(message: object, at = AT): Outcome {
  const state = valueOf(parseStackState({ ...MESSAGE, ...message }));
  return given().when({ type: 'adopt', at, source: { format: 'stack', state } }, { type: 'stop', at });
}

describe('seed 004: transition table', () => {
  test('seed 004: IDLE → ACTIVE: loop start, stack not empty', () => {
    const { run, before } = given().when({ type: 'start' });
    expect(before).toBeUndefined();
    expect(run).toMatchObject({ status: 'active', frames: [{ id: 'frame-1' }] });
  });

  test('seed 004: ACTIVE → ACTIVE: no completion signal, iteration + 1, exit blocked', () => {
    expect(stopWith({})).toMatchObject({ verdict: { kind: 'block', iteration: 4 }, frame: { iteration: 4 } });
  });

  test('seed 004: ACTIVE → COMPLETING → IDLE: signal found, stack empty after pop', () => {
    const { verdict, run } = given(started()).whenStopped(said('loop-done', 'COMPLETE'));
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'done' });
    expect(run?.status).toBe('completed');
    expect(toStackState(run!)).toMatchObject({ event: 'DONE', reason: 'COMPLETE', stack: [] });
  });

  test('seed 004: ACTIVE → COMPLETING → ACTIVE: signal found, the outer loop continues in the same breath', () => {
    const nested = happened({ type: 'start', spec: 'outer' }, { type: 'push', spec: 'inner' });
    const { verdict, run, types } = given(nested).whenStopped(said('loop-done', 'COMPLETE'));
    expect(types).toEqual(['closed', 'continued']);
    expect(verdict).toMatchObject({
      kind: 'block',
      rule: 'continue',
      iteration: 1,
      popped: [{ kind: 'claimed' }],
      notes: [{ kind: 'popped', frame: 'frame-2', spec: 'inner', ending: 'claimed' }],
    });
    expect(run).toMatchObject({ status: 'active', frames: [{ spec: 'outer' }], closed: [{ spec: 'inner' }] });
  });

  test('seed 004: ACTIVE → STUCK: iteration >= max lets go, as a pause (pause, do not kill)', () => {
    const stack = (iter: number): object => ({ stack: [{ id: 'f', mode: 'loop', iter, max: 10 }] });
    expect(stopWith(stack(9)).verdict?.kind).toBe('block');
    for (const iter of [10, 11]) {
      const { verdict, run } = stopWith(stack(iter));
      expect(verdict).toMatchObject({ kind: 'allow', rule: 'limit' });
      expect(run?.status).toBe('paused');
      expect(toStackState(run!).reason).toBe('MAX_ITERATIONS');
    }
  });

  test('seed 004: ACTIVE → STUCK, invariant 1: never continue after an age of more than 7,200 s', () => {
    expect(stopWith({}, AT + 7_200_000).verdict?.kind).toBe('block');
    const { verdict, run } = stopWith({}, AT + 7_200_001);
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'stale' });
    expect(run).toMatchObject({ status: 'stuck', ending: { kind: 'stuck', cause: { kind: 'stale' } } });
    expect(toStackState(run!)).toMatchObject({ event: 'DONE', reason: 'stale' });
  });

  test('seed 004: ACTIVE → ABORTED: corruption', () => {
    const { verdict, run } = given(openedWith({ iteration: Number.NaN })).whenStopped();
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'corrupt' });
    expect(run).toMatchObject({ status: 'aborted', ending: { kind: 'aborted' } });
    expect(toStackState(run!)).toMatchObject({ event: 'ABORT', stack: [] });
  });

  test('seed 004: ACTIVE → ABORTED: a file with invalid numbers', () => {
    const outcome = given().when(
      { type: 'adopt', source: { format: 'corrupt', field: 'iteration', reason: 'expected a whole number' } },
      stop,
    );
    expect(outcome.before).toMatchObject({
      status: 'aborted',
      ending: { corrupt: { field: 'iteration', reason: 'expected a whole number' } },
    });
    expect(outcome.verdict).toMatchObject({ kind: 'allow', rule: 'ended' });
  });

  test.each([
    ['ABORT', MESSAGE.stack],
    ['DONE', []],
    ['STATE', []],
  ])('seed 004: event %s with stack %o is IDLE', (event, stack) => {
    const outcome = stopWith({ event, stack });
    expect(outcome.run).toBeUndefined();
    expect(outcome.verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
  });
});

describe('seed 004: completion signals by mode', () => {
  const cases: readonly [Mode, Signals[number]['kind'], string, 'done' | 'gave-up' | 'nothing'][] = [
    ['loop', 'loop-done', 'COMPLETE', 'done'],
    ['loop', 'loop-done', 'MAX_ITERATIONS', 'gave-up'],
    ['loop', 'loop-done', 'STUCK', 'gave-up'],
    ['loop', 'issue-complete', 'DONE', 'nothing'],
    ['loop', 'grind-done', 'NO_MORE_ISSUES', 'nothing'],
    ['issue', 'loop-done', 'COMPLETE', 'done'],
    ['issue', 'loop-done', 'MAX_ITERATIONS', 'gave-up'],
    ['issue', 'loop-done', 'STUCK', 'gave-up'],
    ['issue', 'issue-complete', 'DONE', 'done'],
    ['issue', 'grind-done', 'MAX_ISSUES', 'nothing'],
    ['grind', 'grind-done', 'NO_MORE_ISSUES', 'gave-up'],
    ['grind', 'grind-done', 'MAX_ISSUES', 'gave-up'],
    ['grind', 'loop-done', 'COMPLETE', 'nothing'],
    ['grind', 'issue-complete', 'DONE', 'nothing'],
    ['loop', 'loop-done', 'FINISHED', 'nothing'],
    ['loop', 'loop-done', 'complete', 'nothing'],
    ['loop', 'loop-done', 'toString', 'nothing'],
    ['issue', 'issue-complete', 'COMPLETE', 'nothing'],
    ['grind', 'grind-done', 'STUCK', 'nothing'],
    ['grind', 'loop-complete', 'all is well', 'done'],
  ];

  test.each(cases)('seed 004: mode %s, <%s>%s: %s', (mode, kind, value, meaning) => {
    const { verdict } = given(started({ mode })).whenStopped(said(kind, value));
    expect(verdict?.rule).toBe(meaning === 'nothing' ? 'continue' : meaning);
    if (meaning === 'gave-up') {
      expect(verdict).toMatchObject({ kind: 'allow', ending: { kind: 'gave-up', signal: value } });
    }
  });

  test('seed 004: of several signals the last that counts is meant', () => {
    const both = (first: string, last: string): Signals => [
      { kind: 'loop-done', value: first, line: 1 },
      { kind: 'loop-done', value: last, line: 2 },
      { kind: 'grind-done', value: 'MAX_ISSUES', line: 3 },
    ];
    const loop = given(started());
    expect(loop.whenStopped({ signals: both('STUCK', 'COMPLETE') }).rule).toBe('done');
    expect(loop.whenStopped({ signals: both('COMPLETE', 'STUCK') }).rule).toBe('gave-up');
  });

  test('seed 004: giving up pops with that reason, and the outer loop continues', () => {
    const nested = happened({ type: 'start', spec: 'outer' }, { type: 'push', spec: 'inner', mode: 'grind' });
    const { verdict, run } = given(nested).whenStopped(said('grind-done', 'NO_MORE_ISSUES'));
    expect(verdict).toMatchObject({ kind: 'block', popped: [{ kind: 'gave-up', signal: 'NO_MORE_ISSUES' }] });
    expect(run?.closed).toMatchObject([{ ending: { kind: 'gave-up', signal: 'NO_MORE_ISSUES' } }]);
  });
});

describe('seed 004: a grind over issues', () => {
  type Check = { readonly name: string; readonly check: { readonly command: string } };
  const tests: Check = { name: 'tests', check: { command: 'npm test' } };
  const issue = (spec: string, criteria: readonly Check[] = [tests]): AnyLoose[] => [
    { type: 'push', spec, mode: 'issue', criteria },
    ...criteria.map(({ name }): AnyLoose => ({
      type: 'verify',
      results: [result(name, true, { witness: 'hook' })],
    })),
  ];
  const ended = (kind: Signals[number]['kind'], value: string): AnyLoose => ({
    type: 'stop',
    ...said(kind, value),
    fingerprints: SAME_TREE,
  });
  const DONE = ended('issue-complete', 'DONE');
  const grind = given(started({ mode: 'grind', steps: ['one', 'two'], limits: { iterations: 2 } }));
  const steps: AnyLoose[] = ['one', 'two'].map((step) => ({ type: 'step', action: 'done', step }));
  const end = ended('grind-done', 'NO_MORE_ISSUES');

  test.each<[string, AnyLoose[], object]>([
    [
      'each proved: verified',
      [...issue('one'), DONE, ...issue('two'), DONE, ...steps, end],
      { kind: 'verified', seen: { hook: ['one', 'two'] } },
    ],
    [
      'one by word: claimed',
      [...issue('one'), DONE, ...issue('two', []), DONE, ...steps, end],
      { kind: 'claimed', seen: { hook: ['one'], word: ['two'] } },
    ],
    [
      'one given up: claimed, and named',
      [...issue('one'), ended('loop-done', 'STUCK'), ...issue('two'), DONE, ...steps, end],
      { kind: 'claimed', undone: ['one'], seen: { hook: ['two'] } },
    ],
    [
      'one never begun: claimed, and named',
      [...issue('one'), DONE, end],
      { kind: 'claimed', undone: ['one', 'two'] },
    ],
    [
      'none finished: given up',
      [...issue('one'), ended('loop-done', 'STUCK'), end],
      { kind: 'gave-up', signal: 'NO_MORE_ISSUES' },
    ],
  ])('seed 004: NO_MORE_ISSUES ends by the proofs of the issues; %s', (_name, commands, ending) => {
    expect(grind.when(...commands).run).toMatchObject({ status: 'completed', ending });
  });

  test('the iterations of a grind count for each issue, the number of issues for all', () => {
    const held: AnyLoose[] = [{ type: 'stop' }, { type: 'stop' }];
    expect(grind.when(...held, { type: 'stop' }).cause).toBe('iterations');
    const two = grind.when(...issue('one'), DONE, { type: 'stop' }, ...issue('two'), DONE, { type: 'stop' });
    expect(continuation(two.run, two.verdict as never)).toBe(
      '[LOOP 4/4] 2 issues ended, 2 verified. Next: one. Done? Write `<grind-done>NO_MORE_ISSUES</grind-done>` on its own line.',
    );
    expect(two.frame).toMatchObject({ iteration: 4, limits: { iterations: 4 }, issues: { ended: 2 } });
    const paused = put(two.run, complete({ type: 'stop' }));
    expect(paused.cause).toBe('iterations');
    expect(put(paused.run, complete({ type: 'resume' })).frame.limits.iterations).toBe(6);

    const one = given(started({ mode: 'grind', issues: 1 }));
    expect(one.when(...issue('one'), DONE, ...issue('two', [])).refused).toBe('no-more-issues: 1');
    const most = ended('grind-done', 'MAX_ISSUES');
    expect(one.when(...issue('one'), DONE, most).run?.ending?.kind).toBe('verified');
  });
});

describe('seed 004: safety invariants', () => {
  test.each([
    { iteration: Number.NaN },
    { iteration: Number.POSITIVE_INFINITY },
    { iteration: -1 },
    { iteration: 1.5 },
    { iteration: 2 ** 53 },
    { limits: { ...DEFAULT_LIMITS, iterations: Number.NaN } },
    { limits: { ...DEFAULT_LIMITS, budgetUsd: -1 } },
    { limits: { ...DEFAULT_LIMITS, budgetTokens: Number.POSITIVE_INFINITY } },
    { limits: { ...DEFAULT_LIMITS, timeMs: Number.NaN } },
  ])('seed 004: invariant 2: never continue with corrupted counts: %o', (frame) => {
    expect(given(openedWith(frame)).whenStopped().verdict).toMatchObject({ kind: 'allow', rule: 'corrupt' });
  });

  test.each([
    { iteration: 0, limits: { ...DEFAULT_LIMITS, iterations: 1, budgetUsd: null } },
    {
      iteration: 0,
      limits: { ...DEFAULT_LIMITS, iterations: null, budgetUsd: 0.5, budgetTokens: 1, timeMs: 1 },
    },
  ])('seed 004: invariant 2: sane counts at their edges go on: %o', (frame) => {
    expect(given(openedWith(frame)).whenStopped().verdict).toMatchObject({ kind: 'block' });
  });

  test('seed 004: invariant 2: a run that stands without a frame is corrupt', () => {
    expect(given(openedWith({}, { frames: [] })).whenStopped().rule).toBe('corrupt');
  });

  test.each(['paused', 'completed', 'stuck', 'aborted', 'cancelled'] as const)(
    'seed 004: invariant 3: a run that is %s never blocks',
    (status) => {
      const { verdict, types } = given(openedWith({}, { status })).whenStopped();
      expect(verdict).toMatchObject({ kind: 'allow', rule: 'ended' });
      expect(types).toEqual([]);
    },
  );

  test('seed 004: invariant 4: a signal is a detected statement; without one nothing completes', () => {
    expect(given(started()).whenStopped({ signals: [] }).verdict).toMatchObject({ kind: 'block' });
  });
});

test.each([
  ['2024-12-21T10:30:00Z', '2024-12-21T10:30:00Z'],
  ['2024-12-21T10:30:00+00:00', '2024-12-21T10:30:00Z'],
  ['2024-12-21T05:00:00-05:30', '2024-12-21T10:30:00Z'],
  ['2024-12-21T10:30:00.250Z', '2024-12-21T10:30:00.250Z'],
])('seed 004: the date %s is %s', (written, read) => {
  expect(valueOf(parseStackState({ ...MESSAGE, updated_at: written })).updated_at).toBe(read);
});

describe('seed 004: edge cases', () => {
  test('seed 004: fields that are missing or null take safe defaults', () => {
    const expected = {
      ok: true,
      value: {
        schema: 1,
        event: 'STATE',
        run_id: '',
        updated_at: '1970-01-01T00:00:00Z',
        stack: [{ id: 'frame-1', mode: 'loop', iter: 0, max: 10 }],
      },
    };
    expect(parseStackState({ schema: 1, stack: [{}] })).toEqual(expected);
    const nulls = { event: null, reason: null, run_id: null, updated_at: null };
    expect(
      parseStackState({ schema: 1, ...nulls, stack: [{ id: null, mode: null, iter: null, max: null }] }),
    ).toEqual(expected);
    expect(parseStackState({ schema: 1, stack: null })).toMatchObject({ ok: true, value: { stack: [] } });
  });

  test('seed 004: a message without a date is stale, so it never traps anybody', () => {
    expect(stopWith({ updated_at: null }).rule).toBe('stale');
  });

  test.each([
    [{ schema: undefined }, 'schema'],
    [{ schema: null }, 'schema'],
    [{ updated_at: 'yesterday' }, 'updated_at'],
    [{ stack: [{ iter: 'three' }] }, 'stack[0].iter'],
    [{ stack: [{ iter: '3' }] }, 'stack[0].iter'],
    [{ stack: [{ iter: -1 }] }, 'stack[0].iter'],
    [{ stack: [{ max: 1.5 }] }, 'stack[0].max'],
    [{ stack: [{ mode: 'sprint' }] }, 'stack[0].mode'],
    [{ stack: [7] }, 'stack[0]'],
    [{ stack: {} }, 'stack'],
    [{ event: 'GO' }, 'event'],
  ])('seed 004: %o is refused with the field named', (fields, field) => {
    const parsed = parseStackState({ ...MESSAGE, ...fields });
    expect(parsed).toMatchObject({ ok: false, problems: [{ field }] });
  });

  test('seed 004: worktree, branch and the like come back as they came', () => {
    const frame = {
      id: 'f',
      mode: 'issue',
      iter: 1,
      max: 10,
      worktree_path: '../w',
      branch: 'fix',
      issue_id: 'i-1',
    };
    const { run } = stopWith({ stack: [frame], reason: 'resumed', owner: 'me' });
    expect(toStackState(run!)).toEqual({
      ...MESSAGE,
      reason: 'resumed',
      owner: 'me',
      stack: [{ ...frame, iter: 2 }],
    });
  });

  test('seed 004: max 10^9 stays as it is written', () => {
    const parsed = parseStackState({ ...MESSAGE, stack: [{ id: 'f', mode: 'loop', iter: 0, max: 1e9 }] });
    if (!parsed.ok) throw new Error('parses');
    const outcome = given().when({ type: 'adopt', source: { format: 'stack', state: parsed.value } });
    expect(outcome.frame.limits.iterations).toBe(1e9);
    expect(outcome.notices).toEqual([]);
  });

  test('seed 004: unlimited is null beside its flag, and stays so', () => {
    const frame = { id: 'f', mode: 'loop', iter: 7, max: null, unlimited: true };
    const { run, verdict } = stopWith({ stack: [frame] });
    expect(verdict?.kind).toBe('block');
    expect(toStackState(run!).stack).toEqual([{ ...frame, iter: 8 }]);
  });

  test('seed 004: max 0 lets go at once', () => {
    expect(stopWith({ stack: [{ id: 'f', mode: 'loop', iter: 0, max: 0 }] }).rule).toBe('limit');
  });

  test('seed 004: a stack too deep to follow is refused', () => {
    const frames = (count: number): object[] =>
      Array.from({ length: count }, (_, index) => ({ id: `f${index}`, mode: 'loop', iter: 0, max: 1 }));
    expect(parseStackState({ ...MESSAGE, stack: frames(32) }).ok).toBe(true);
    expect(parseStackState({ ...MESSAGE, stack: frames(33) })).toMatchObject({
      ok: false,
      problems: [{ field: 'stack', reason: 'expected at most 32 frames, got a list of 33' }],
    });
  });
});

test('seed 004: the continuation prompt, letter by letter', () => {
  expect(iterationLine(3, 10)).toBe(
    '[ITERATION 3/10] Continue working on the task. Check your progress and either complete the task or keep iterating.',
  );
  expect(iterationLine(3, null)).toContain('[ITERATION 3/unlimited]');
});

test('seed 004: IDLE_LOOP_DISABLE comes before everything, also before a corrupt state', () => {
  const { verdict, types } = given(openedWith({ iteration: Number.NaN })).whenStopped({ isDisabled: true });
  expect(verdict).toEqual({ kind: 'allow', rule: 'disabled' });
  expect(types).toEqual([]);
});
