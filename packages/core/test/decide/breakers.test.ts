import { describe, expect, test } from 'vitest';
import { breakerRules } from '../../src/decide/breakers.ts';
import { THRESHOLDS } from '../../src/model/defaults.ts';
import type { Breaker, Frame } from '../../src/model/run.ts';
import {
  addTask,
  denied,
  done,
  failing,
  gateFailed,
  gatePassed,
  gaveUp,
  light,
  pause,
  resume,
  review,
  said,
  stage,
  step,
  stop,
  task,
  tick,
  times,
  tool,
  undone,
  verify,
} from '../support/commands.ts';
import { AT, type AnyLoose, given, openedWith, type Outcome, started, topOf } from '../support/given.ts';
import { completed, executing } from '../support/workflows.ts';

const edit = { ...tool, edits: ['a'] };
const failure = { ...tool, hasFailed: true };
const error = failing('e');
const fresh = topOf(given(started()).run).breaker;
const oneCriterion = given(started({ criteria: [{ name: 'c' }] }));
const plain = given(started());
const working = given(executing());
/** A turn that works, and its stop. */
const turn = [tool, stop] as const;
const say = (message: string, more: object = {}): AnyLoose => ({ ...stop, message, ...more });

/** So many edits of one file, each after a failed command; the very first edit follows none. */
const rounds = (count: number): AnyLoose[] => [edit, ...times(count, failure, edit)];

/** The outcome of a stop with these counters. */
function stopAt(breaker: Partial<Breaker>, facts: object = {}): Outcome {
  const criteria = [{ name: 'c', failures: 0 }];
  const continuation = { at: AT, isSeen: true };
  const opened = openedWith({ breaker: { ...fresh, ...breaker }, criteria }, { continuation });
  return given(opened).when({ ...stop, ...facts });
}

describe('every breaker trips at its threshold and not one earlier', () => {
  test('the thresholds are those of the seeds and of the design', () => {
    expect(
      Object.fromEntries(breakerRules.map(({ name, threshold, effect }) => [name, [threshold, effect]])),
    ).toEqual({
      'same-criterion': [5, 'stuck'],
      'same-error': [3, 'paused'],
      'same-file': [5, 'paused'],
      permission: [2, 'paused'],
      idle: [3, 'stuck'],
      'same-message': [3, 'stuck'],
      gate: [3, 'paused'],
      review: [3, 'paused'],
      judge: [1, 'paused'],
    });
    expect(breakerRules.map(({ name }) => name)).toEqual(Object.keys(THRESHOLDS));
  });

  test.each<[string, Partial<Breaker>, Partial<Breaker>, object]>([
    ['same-criterion', { tools: 1, stuckCount: 4, lastUnmet: 'c' }, { stuckCount: 3 }, {}],
    ['same-error', { tools: 1, error: 'e', errorCount: 3 }, { errorCount: 2 }, {}],
    ['same-file', { tools: 1, rounds: [{ path: 'a', count: 5 }] }, { rounds: [{ path: 'a', count: 4 }] }, {}],
    ['permission', { tools: 1, denials: 2 }, { denials: 1 }, {}],
    ['idle', { idle: 2 }, { idle: 1 }, {}],
    ['same-message', { tools: 1, message: 'm', messageCount: 2 }, { messageCount: 1 }, { message: 'm' }],
  ])('%s', (name, tripping, oneLess, facts) => {
    const { effect } = breakerRules.find((rule) => rule.name === name)!;
    expect(stopAt(tripping, facts)).toMatchObject({
      verdict: { kind: 'allow', rule: 'breaker', ending: { kind: effect, cause: { breaker: name } } },
      run: { status: effect },
    });
    expect(stopAt({ ...tripping, ...oneLess }, facts).verdict?.kind).toBe('block');
  });

  test.each<[string, AnyLoose, AnyLoose]>([
    ['gate', gateFailed, gatePassed],
    ['review', review(1), review(0)],
  ])(
    '%s: the third failure in a row pauses, a pass in between restarts the count',
    (cause, fails, passes) => {
      const work = [completed('1'), review(0)];
      expect(working.when(...work, fails, fails, ...turn).verdict?.kind).toBe('block');
      expect(working.when(...work, fails, fails, fails, ...turn)).toMatchObject({
        rule: 'breaker',
        cause,
        run: { status: 'paused', ending: { kind: 'paused' } },
      });
      expect(working.when(...work, fails, fails, passes, fails, ...turn).verdict?.kind).toBe('block');
    },
  );

  test('gate: sending the work back and forth between the stages is no progress', () => {
    const back = times(3, stage('review'), gateFailed);
    expect(working.when(completed('1'), review(0), ...back, stop).cause).toBe('gate');
  });

  test('light reviews open no circuit', () => {
    expect(working.when(...times(4, light(1, { blockers: 5 })), stop).verdict?.kind).toBe('block');
  });

  test('of several, the first in the table is named', () => {
    const both = { tools: 1, stuckCount: 4, lastUnmet: 'c', error: 'e', errorCount: 3 };
    expect(stopAt(both).cause).toBe('same-criterion');
  });
});

describe('counting', () => {
  test('the same criterion: first sight counts nothing, each repetition one', () => {
    const counts = [1, 2, 3].map(
      (count) => oneCriterion.when(...times(count, ...turn)).frame.breaker.stuckCount,
    );
    expect(counts).toEqual([0, 1, 2]);
  });

  test('the same criterion: another one in front restarts the count, an assumption is unmet', () => {
    const two = given(started({ criteria: [{ name: 'a' }, { name: 'b' }] }));
    const { frame } = two.when(...turn, ...turn, tick('a'), ...turn);
    expect(frame.breaker).toMatchObject({ stuckCount: 0, lastUnmet: 'b' });
    expect(two.when(tick('a', 'assumption'), stop).frame.breaker.lastUnmet).toBe('a');
    expect(plain.when(...times(3, ...turn)).frame.breaker).toMatchObject({ stuckCount: 0, lastUnmet: '' });
  });

  test('idle: the first turn is no continuation and counts nothing, progress by a command is work', () => {
    expect([1, 2].map((count) => plain.when(...times(count, stop)).frame.breaker.idle)).toEqual([0, 1]);
    const { frame } = given(started({ steps: ['a'] })).when(stop, stop, step('done', '1'), stop);
    expect(frame.breaker.idle).toBe(0);
  });

  test('the same message: another one, or none, begins anew', () => {
    const after = (...messages: string[]): Outcome =>
      plain.when(...messages.flatMap((message) => [tool, message ? say(message) : stop]));
    expect(after('m', 'm').frame.breaker).toMatchObject({ message: 'm', messageCount: 2 });
    expect(after('m', 'm', 'n').frame.breaker.messageCount).toBe(1);
    expect(after('m', 'm', '').frame.breaker).toMatchObject({ message: '', messageCount: 0 });
    expect(after('m', '', 'm', 'm').verdict?.kind).toBe('block');
    expect(after('m', 'm', 'm').cause).toBe('same-message');
    expect(after('', '', '', '', '').verdict?.kind).toBe('block');
  });

  test('only a turn that a stop hook continued repeats itself, and the client knows best whether one did', () => {
    const asked = say('m', { isContinuing: false });
    expect(plain.when(say('m'), ...times(3, tool, asked)).frame.breaker.messageCount).toBe(1);
    expect(plain.when(say('m'), asked, asked).frame.breaker.idle).toBe(0);
    const waited = [say('m'), { ...stop, waitingFor: ['x'] }];
    const counts = (last: AnyLoose): Breaker => plain.when(...waited, last).frame.breaker;
    expect(counts(say('m'))).toMatchObject({ messageCount: 1, idle: 0 });
    expect(counts(say('m', { isContinuing: true }))).toMatchObject({ messageCount: 2, idle: 1 });
  });

  test('idle: an answer of more than 500 characters that does not repeat the one before is work', () => {
    const long = (message: string, messageLength: number): AnyLoose => say(message, { messageLength });
    const idleAfter = (...stops: AnyLoose[]): number =>
      plain.when(long('a', 501), ...stops).frame.breaker.idle;
    expect(idleAfter(long('b', 501), long('c', 501), long('d', 501))).toBe(0);
    expect(idleAfter(long('b', 501), long('c', 501), long('d', 501), long('e', 500))).toBe(1);
    expect(idleAfter(long('b', 500), long('c', 500))).toBe(2);
    expect(idleAfter(long('a', 501))).toBe(1);
    // Older records don't know the length.
    expect(idleAfter(say('b'))).toBe(1);
  });

  test('idle: long new answers are no progress: the same criterion still ends the loop', () => {
    const stops = [0, 1, 2, 3, 4, 5].map((index) => say(`${index}`, { messageLength: 900 }));
    expect(oneCriterion.when(...stops).cause).toBe('same-criterion');
  });

  test('the same error: a batch of parallel calls counts once', () => {
    const counted = (...batches: string[][]): string => {
      const { breaker } = plain.when(...batches.map((errors) => failing(...errors))).frame;
      return `${breaker.error} ${breaker.errorCount}`;
    };
    expect(counted(['a', 'b', 'b', 'b'])).toBe('b 1');
    expect(counted(['b'], ['a', 'b', 'c'])).toBe('b 2');
    expect(counted(['b'], ['a', 'c'], ['b'])).toBe('b 1');
  });

  test('the same error: a command that passes clears it, other work in between does not', () => {
    const passed = { ...tool, hasPassed: true };
    expect(plain.when(error, passed).frame.breaker).toMatchObject({ error: '', errorCount: 0 });
    expect(plain.when(error, error, passed, error).frame.breaker).toMatchObject({
      error: 'e',
      errorCount: 1,
    });
    expect(plain.when(error, tool, error, tool, error).frame.breaker.errorCount).toBe(3);
  });

  test.each<readonly [string, readonly AnyLoose[], number]>([
    ['four rounds of edit and failure', rounds(4), 4],
    ['five rounds', rounds(5), 5],
    ['twenty edits without a failure in between', times(20, edit), 0],
    ['failures without an edit in between', [edit, failure, failure, failure, edit], 1],
    ['several edits after one failure', [edit, failure, edit, edit, edit], 1],
    ['the first edit of a file after a failure', [failure, edit], 0],
    ['an edit beside the failing command', [{ ...edit, hasFailed: true }, edit], 1],
    ['a failed check', [edit, verify('d', false), edit], 1],
    ['a passed check', [edit, verify('d', true), edit], 0],
    ['a failed tool that is no command', [edit, failing('Read: no such file'), edit], 0],
    ['plans, `.claude/` and temporary folders', times(6, { ...edit, scratch: ['a'] }, failure), 0],
  ])('the same file: %s', (_name, commands, expected) => {
    const loop = given(started({ criteria: [{ name: 'c' }, { name: 'd', check: { command: 'x' } }] }));
    const { breaker } = loop.when(...commands).frame;
    expect(Math.max(0, ...(breaker.rounds ?? []).map(({ count }) => count))).toBe(expected);
    expect(loop.when(...commands, stop).rule).toBe(expected >= 5 ? 'breaker' : 'continue');
  });

  test('permission: a tool in between restarts the count', () => {
    const denials = (...commands: AnyLoose[]): number => plain.when(...commands).frame.breaker.denials;
    expect(denials(denied(1), tool, denied(1))).toBe(1);
    expect(denials(denied(1), denied(1))).toBe(2);
    expect(denials(denied(1), { ...tool, denials: 2 })).toBe(3);
    expect(denials(denied(1), { ...edit, tools: 0 })).toBe(1);
  });
});

describe('the same error and the same file wait for one claim', () => {
  const loop = given(started({ criteria: [{ name: 'c' }, { name: 'd' }] }));

  test.each<readonly [string, readonly AnyLoose[]]>([
    ['same-error', [error, error, error]],
    ['same-file', rounds(5)],
  ])('%s: the claim is answered first, the next stop pauses, progress clears it', (cause, work) => {
    const claimed = [...work, done, stop] as const;
    expect(loop.when(...claimed).verdict).toMatchObject({
      rule: 'unproved',
      missing: [{ name: 'c' }, { name: 'd' }],
    });
    for (const next of [[], [undone], [tool, edit]])
      expect(loop.when(...claimed, ...next, stop)).toMatchObject({ cause, run: { status: 'paused' } });
    const better = [...claimed, tick('c'), stop] as const;
    expect(loop.when(...better).rule).toBe('unproved');
    expect(loop.when(...better, ...work, stop).rule).toBe('unproved');
    expect(loop.when(...better, ...work, stop, stop).rule).toBe('breaker');
  });

  test('a claim that gives up is not waited for', () => {
    expect(loop.when(error, error, error, gaveUp).rule).toBe('gave-up');
  });

  test('other breakers and the limits keep their place', () => {
    const tripped = { error: 'e', errorCount: 3, tools: 1 };
    const claim = said('loop-complete');
    expect(stopAt({ ...tripped, denials: 2 }, claim).cause).toBe('permission');
    expect(stopAt({ ...tripped, stuckCount: 4, lastUnmet: 'c' }, claim).cause).toBe('same-criterion');
    const used = given(openedWith({ iteration: 10, criteria: [{ name: 'c', failures: 0 }] }));
    expect(used.when(error, error, error, done, stop).cause).toBe('iterations');
  });
});

describe('progress clears what repeats itself', () => {
  const repeated = { stuckCount: 4, lastUnmet: 'c', idle: 2, message: 'm', messageCount: 2, error: 'e' };
  const pending = given(started()).when(addTask('A')).frame.tasks;
  const opened: Partial<Frame> = {
    breaker: { ...fresh, ...repeated, errorCount: 3 },
    criteria: [
      { name: 'c', failures: 0 },
      { name: 'd', failures: 0, check: { command: 'x' } },
      { name: 'e', failures: 0 },
    ],
    steps: [{ name: 's', isDone: false }],
    tasks: pending,
  };
  const loop = given(openedWith(opened, { continuation: { at: AT, isSeen: true } }));

  test.each<readonly [string, AnyLoose]>([
    ['a criterion newly ticked', tick('e')],
    ['a criterion newly proved', verify('d', true)],
    ['a step done', step('done', 's')],
    ['a task completed', task('complete', '1')],
    ['a claim for an inner loop that closed', { type: 'push', spec: 'inner' }],
  ])('%s', (_what, command) => {
    const closing = command.type === 'push' ? [{ type: 'pop' } as const] : [];
    const { verdict, frame } = loop.when(command, ...closing, say('m'));
    expect(verdict?.kind).toBe('block');
    const cleared = { stuckCount: 0, idle: 0, messageCount: 1, error: '', errorCount: 0 };
    // It lasts for one iteration.
    expect(frame.breaker).toMatchObject({ ...cleared, hasProgress: false });
  });

  test.each<readonly [string, AnyLoose]>([
    ['a tick on an assumption', tick('e', 'assumption')],
    ['a check that fails', verify('d', false)],
    ['a step planned', step('add', 't')],
    ['a task added', addTask('B')],
    ['a task claimed', task('claim', '1')],
    ['the claim itself', done],
  ])('%s is none', (_what, command) => {
    expect(loop.when(command, tool, say('m')).cause).toBe('same-criterion');
  });

  test.each<readonly [string, AnyLoose]>([
    ['a check', verify('d', true)],
    ['a tick', tick('e')],
  ])('reaching %s again is none', (_what, again) => {
    expect(loop.when(again, stop, again).frame.breaker.hasProgress).toBe(false);
  });

  test('checks that pass again every time do not hide the one that fails', () => {
    const criteria = ['a', 'b'].map((name) => ({ name, check: { command: name } }));
    const turns = times(7, tool, verify('a', true), verify('b', false), stop);
    expect(given(started({ criteria })).when(...turns).cause).toBe('same-criterion');
  });

  test('a file that is edited over and over is no thrashing where something moved, before or after', () => {
    const steps = given(started({ steps: ['a', 'b'] }));
    const move = step('done', 'a');
    expect(steps.when(...rounds(6), move, stop).verdict?.kind).toBe('block');
    expect(steps.when(move, ...rounds(6), stop).verdict?.kind).toBe('block');
    expect(steps.when(move, stop, ...rounds(6), stop).cause).toBe('same-file');
  });
});

describe('half-open after a pause', () => {
  const same = [tool, say('m')] as const;
  test.each<readonly [string, typeof plain, readonly AnyLoose[], readonly AnyLoose[], readonly AnyLoose[]]>([
    ['same-criterion', oneCriterion, times(6, ...turn), [], turn],
    ['same-error', plain, [error, error, error, stop], turn, [error, stop]],
    ['permission', plain, [denied(1), denied(1), stop], [tool, stop], [denied(1), stop]],
    ['idle', plain, times(4, stop), [stop], [stop, stop]],
    ['same-message', plain, times(3, ...same), same, [...same, ...same]],
  ])('%s: one more repetition decides', (cause, loop, repeated, harmless, again) => {
    expect(loop.when(...repeated).cause).toBe(cause);
    expect(loop.when(...repeated, resume, ...harmless).run?.status).toBe('active');
    expect(loop.when(...repeated, resume, ...again).cause).toBe(cause);
  });

  test('same file: the iteration begins with no edits', () => {
    const paused = [...rounds(5), stop, resume] as const;
    expect(plain.when(...paused).frame.breaker.rounds).toBeUndefined();
    const { frame, verdict } = plain.when(...paused, edit, stop);
    expect([verdict?.kind, frame.breaker.edits]).toEqual(['block', []]);
  });

  test.each<readonly [string, AnyLoose, number]>([
    ['same-error', error, 3],
    ['permission', denied(1), 2],
  ])('%s: an iteration without a repetition resets the counter behind the pause', (cause, again, limit) => {
    const paused = [...times(limit, again), stop, resume, ...(cause === 'permission' ? [stop] : turn)];
    expect(plain.when(...paused).frame.breaker).toMatchObject({ error: '', errorCount: 0, denials: 0 });
    expect(plain.when(...paused, ...times(limit - 1, again), stop).verdict?.kind).toBe('block');
    expect(plain.when(...paused, ...times(limit, again), stop).cause).toBe(cause);
  });

  test('an error of another kind on trial is counted from one', () => {
    const { frame } = plain.when(error, error, error, stop, resume, failing('f'), stop);
    expect(frame.breaker).toMatchObject({ error: 'f', errorCount: 1 });
  });

  test.each<readonly [string, AnyLoose]>([
    ['gate', gateFailed],
    ['review', review(1)],
  ])('%s: the next failure decides', (cause, fails) => {
    const paused = [completed('1'), ...times(3, fails), ...turn, resume] as const;
    expect(working.when(...paused, ...turn).verdict?.kind).toBe('block');
    expect(working.when(...paused, fails, ...turn).cause).toBe(cause);
  });

  test('counters below their threshold stay, and more budget for a loop that goes on touches none', () => {
    const { frame } = oneCriterion.when(...turn, ...turn, error, denied(1), pause, resume);
    expect(frame.breaker).toMatchObject({ stuckCount: 1, errorCount: 1, denials: 1, tools: 0 });
    const more = plain.when({ ...error, edits: ['a'] }, error, { ...resume, add: { budgetUsd: 5 } });
    expect(more.frame.breaker).toMatchObject({ errorCount: 2, tools: 2, edits: [{ path: 'a', count: 1 }] });
    expect(more.frame.limits.budgetUsd).toBe(30);
  });
});
