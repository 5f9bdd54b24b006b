import { describe, expect, test } from 'vitest';
import { breakerRules } from '../../src/decide/breakers.ts';
import { THRESHOLDS } from '../../src/model/defaults.ts';
import type { Breaker } from '../../src/model/run.ts';
import {
  AT,
  type AnyLoose,
  given,
  openedWith,
  type Outcome,
  result,
  started,
  topOf,
} from '../support/given.ts';
import { completed, executing, REVIEWED } from '../support/workflows.ts';

const stop = { type: 'stop' } as const;
const tool = { type: 'observe', tools: 1 } as const;
const resume = { type: 'resume' } as const;
const done = { type: 'signal', isDone: true } as const;
const edit = { ...tool, edits: ['a'] };
const failure = { ...tool, hasFailed: true };

/** So many edits of one file, each after a failed command; the very first edit follows none. */
const rounds = (count: number): AnyLoose[] => [
  edit,
  ...Array.from({ length: count }, () => [failure, edit]).flat(),
];

/** The outcome of a stop with these counters. */
function stopAt(breaker: Partial<Breaker>, before: readonly AnyLoose[] = [], facts: object = {}): Outcome {
  const fresh = topOf(given(started()).run).breaker;
  const criteria = [{ name: 'c', failures: 0 }];
  const continuation = { at: AT, isSeen: true };
  return given(openedWith({ breaker: { ...fresh, ...breaker }, criteria }, { continuation })).when(
    ...before,
    {
      ...stop,
      ...facts,
    },
  );
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

  const busy = { tools: 1 };
  test.each([
    [
      'same-criterion',
      { ...busy, stuckCount: 4, lastUnmet: 'c' },
      { ...busy, stuckCount: 3, lastUnmet: 'c' },
      {},
    ],
    ['same-error', { ...busy, error: 'e', errorCount: 3 }, { ...busy, error: 'e', errorCount: 2 }, {}],
    [
      'same-file',
      { ...busy, rounds: [{ path: 'a', count: 5 }] },
      { ...busy, rounds: [{ path: 'a', count: 4 }] },
      {},
    ],
    ['permission', { ...busy, denials: 2 }, { ...busy, denials: 1 }, {}],
    ['idle', { idle: 2 }, { idle: 1 }, {}],
    [
      'same-message',
      { ...busy, message: 'm', messageCount: 2 },
      { ...busy, message: 'm', messageCount: 1 },
      { message: 'm' },
    ],
  ] as const)('%s', (name, tripping, holding, facts) => {
    const { effect } = breakerRules.find((rule) => rule.name === name)!;
    const tripped = stopAt({ ...tripping } as Partial<Breaker>, [], facts);
    expect(tripped.verdict).toMatchObject({
      kind: 'allow',
      rule: 'breaker',
      ending: { kind: effect, cause: { breaker: name } },
    });
    expect(tripped.run?.status).toBe(effect);
    expect(stopAt({ ...holding } as Partial<Breaker>, [], facts).verdict?.kind).toBe('block');
  });

  test('gate: the third failure in a row pauses, the second does not', () => {
    const failed = { type: 'gate', passed: false } as const;
    const loop = given(executing());
    expect(loop.when(failed, failed, tool, stop).verdict?.kind).toBe('block');
    expect(loop.when(failed, failed, failed, tool, stop)).toMatchObject({
      verdict: { rule: 'breaker' },
      run: { status: 'paused', ending: { kind: 'paused', cause: { breaker: 'gate' } } },
    });
  });

  test('gate: sending the work back and forth between the stages is no progress', () => {
    const round = [
      { type: 'stage', stage: 'review' },
      { type: 'gate', passed: false },
    ] as const;
    const { run } = given(executing()).when(
      completed('1'),
      { type: 'review', blockers: 0, ...REVIEWED },
      ...round,
      ...round,
      ...round,
      stop,
    );
    expect(run?.ending).toMatchObject({ cause: { breaker: 'gate' } });
  });

  test('gate: one that appears in between restarts the count', () => {
    const failed = { type: 'gate', passed: false } as const;
    const { frame } = given(executing()).when(
      completed('1'),
      { type: 'review', blockers: 0, ...REVIEWED },
      failed,
      failed,
      { type: 'gate', passed: true },
      failed,
    );
    expect(frame.workflow?.gate?.failures).toBe(1);
  });

  test('review: the third that is not passed in a row pauses, the second does not', () => {
    const failed = { type: 'review', blockers: 1, ...REVIEWED } as const;
    const loop = given(executing());
    expect(loop.when(completed('1'), failed, failed, tool, stop).verdict?.kind).toBe('block');
    expect(loop.when(completed('1'), failed, failed, failed, tool, stop).run).toMatchObject({
      status: 'paused',
      ending: { kind: 'paused', cause: { breaker: 'review' } },
    });
    const passed = { type: 'review', blockers: 0, ...REVIEWED } as const;
    expect(loop.when(completed('1'), failed, failed, passed, failed, tool, stop).verdict?.kind).toBe('block');
  });

  test('light reviews open no circuit', () => {
    const light = { type: 'review', wave: 1, blockers: 5 } as const;
    expect(given(executing()).when(light, light, light, light, stop).verdict?.kind).toBe('block');
  });

  test('of several, the first in the table is named', () => {
    const both = { tools: 1, stuckCount: 4, lastUnmet: 'c', error: 'e', errorCount: 3 };
    expect(stopAt(both).run?.ending).toMatchObject({ cause: { breaker: 'same-criterion' } });
  });
});

describe('counting', () => {
  test('the same criterion: first sight counts nothing, each repetition one', () => {
    const loop = given(started({ criteria: [{ name: 'c' }] }));
    const counts = [1, 2, 3].map(
      (stops) =>
        loop.when(...Array.from({ length: stops }, () => [tool, stop]).flat()).frame.breaker.stuckCount,
    );
    expect(counts).toEqual([0, 1, 2]);
  });

  test('the same criterion: another one in front restarts the count', () => {
    const { frame } = given(started({ criteria: [{ name: 'a' }, { name: 'b' }] })).when(
      tool,
      stop,
      tool,
      stop,
      { type: 'criterion', action: 'tick', name: 'a' },
      tool,
      stop,
    );
    expect(frame.breaker).toMatchObject({ stuckCount: 0, lastUnmet: 'b' });
  });

  test('the same criterion: a criterion that is assumed or whose check failed is unmet', () => {
    const assumed = given(started({ criteria: [{ name: 'a' }] })).when(
      { type: 'criterion', action: 'tick', name: 'a', basis: 'assumption' },
      stop,
    );
    expect(assumed.frame.breaker.lastUnmet).toBe('a');
  });

  test('the same criterion: with none unmet nothing is counted', () => {
    const { frame } = given(started()).when(tool, stop, tool, stop, tool, stop);
    expect(frame.breaker).toMatchObject({ stuckCount: 0, lastUnmet: '' });
  });

  test('idle: the first turn is no continuation and counts nothing', () => {
    expect(given(started()).when(stop).frame.breaker.idle).toBe(0);
    expect(given(started()).when(stop, stop).frame.breaker.idle).toBe(1);
  });

  test('idle: progress by a command counts as work', () => {
    const step = { type: 'step', action: 'done', step: '1' } as const;
    expect(given(started({ steps: ['a'] })).when(stop, stop, step, stop).frame.breaker.idle).toBe(0);
  });

  test('the same message: another one, or none, begins anew', () => {
    const say = (message: string): AnyLoose => ({ ...stop, message });
    const loop = given(started());
    expect(loop.when(say('m'), tool, say('m')).frame.breaker).toMatchObject({
      message: 'm',
      messageCount: 2,
    });
    expect(loop.when(say('m'), tool, say('m'), tool, say('n')).frame.breaker.messageCount).toBe(1);
    expect(loop.when(say('m'), tool, say('m'), tool, stop).frame.breaker).toMatchObject({
      message: '',
      messageCount: 0,
    });
    expect(loop.when(say('m'), tool, stop, tool, say('m'), tool, say('m')).verdict?.kind).toBe('block');
    expect(loop.when(say('m'), tool, say('m'), tool, say('m')).run?.ending).toMatchObject({
      cause: { breaker: 'same-message' },
    });
  });

  test('only a turn that a stop hook continued repeats itself, and the client knows best whether one did', () => {
    const say = { ...stop, message: 'm' } as const;
    const asked = { ...say, isContinuing: false } as const;
    const loop = given(started());
    expect(loop.when(say, tool, asked, tool, asked, tool, asked).frame.breaker.messageCount).toBe(1);
    expect(
      loop.when(say, { ...stop, isContinuing: false }, { ...stop, isContinuing: false }).frame.breaker.idle,
    ).toBe(0);
    const continued = { ...say, isContinuing: true } as const;
    const waited = [say, { ...stop, waitingFor: ['x'] }] as const;
    expect(loop.when(...waited, say).frame.breaker).toMatchObject({ messageCount: 1, idle: 0 });
    expect(loop.when(...waited, continued).frame.breaker).toMatchObject({ messageCount: 2, idle: 1 });
  });

  test('no message at all is not the same message again', () => {
    const turns = Array.from({ length: 5 }, () => [tool, stop]).flat();
    expect(given(started()).when(...turns).verdict?.kind).toBe('block');
  });

  test('idle: an answer of more than 500 characters that does not repeat the one before is work', () => {
    const say = (message: string, messageLength: number): AnyLoose => ({ ...stop, message, messageLength });
    const idleAfter = (...stops: AnyLoose[]): number =>
      given(started()).when(say('a', 501), ...stops).frame.breaker.idle;
    expect(idleAfter(say('b', 501), say('c', 501), say('d', 501))).toBe(0);
    expect(idleAfter(say('b', 501), say('c', 501), say('d', 501), say('e', 500))).toBe(1);
    expect(idleAfter(say('b', 500), say('c', 500))).toBe(2);
    expect(idleAfter(say('a', 501))).toBe(1);
    // Older records don't know the length.
    expect(idleAfter({ ...stop, message: 'b' })).toBe(1);
  });

  test('idle: long new answers are no progress: the same criterion still ends the loop', () => {
    const stops = Array.from({ length: 6 }, (_, index) => ({
      ...stop,
      message: `${index}`,
      messageLength: 900,
    }));
    expect(given(started({ criteria: [{ name: 'c' }] })).when(...stops).run?.ending).toMatchObject({
      cause: { breaker: 'same-criterion' },
    });
  });

  test('the same error: a batch of parallel calls counts once', () => {
    const batch = (...errors: string[]): AnyLoose => ({ ...tool, errors });
    const breakerAfter = (...batches: AnyLoose[]): Breaker => given(started()).when(...batches).frame.breaker;
    expect(breakerAfter(batch('a', 'b', 'b', 'b'))).toMatchObject({ error: 'b', errorCount: 1 });
    expect(breakerAfter(batch('b'), batch('a', 'b', 'c'))).toMatchObject({ error: 'b', errorCount: 2 });
    expect(breakerAfter(batch('b'), batch('a', 'c'), batch('b'))).toMatchObject({
      error: 'b',
      errorCount: 1,
    });
  });

  test('the same error: a check or test command that passes clears it', () => {
    const error = { ...tool, errors: ['e'] };
    const { frame } = given(started()).when(error, error, { ...tool, hasPassed: true }, error);
    expect(frame.breaker).toMatchObject({ error: 'e', errorCount: 1 });
  });

  test.each<readonly [string, readonly AnyLoose[], number]>([
    ['four rounds of edit and failure', rounds(4), 4],
    ['five rounds', rounds(5), 5],
    ['twenty edits without a failure in between', Array.from({ length: 20 }, () => edit), 0],
    ['failures without an edit in between', [edit, failure, failure, failure, edit], 1],
    ['several edits after one failure', [edit, failure, edit, edit, edit], 1],
    ['the first edit of a file after a failure', [failure, edit], 0],
    ['an edit beside the failing command', [{ ...edit, hasFailed: true }, edit], 1],
    ['a failed check', [edit, { type: 'verify', results: [result('d', false)] }, edit], 1],
    ['a passed check', [edit, { type: 'verify', results: [result('d', true)] }, edit], 0],
    ['a failed tool that is no command', [edit, { ...tool, errors: ['Read: no such file'] }, edit], 0],
    [
      'plans, `.claude/` and temporary folders',
      Array.from({ length: 6 }, () => [{ ...edit, scratch: ['a'] }, failure]).flat(),
      0,
    ],
  ])('the same file: %s', (_name, commands, expected) => {
    const loop = given(started({ criteria: [{ name: 'c' }, { name: 'd', check: { command: 'x' } }] }));
    const { frame } = loop.when(...commands);
    expect(Math.max(0, ...(frame.breaker.rounds ?? []).map(({ count }) => count))).toBe(expected);
    const { verdict } = loop.when(...commands, stop);
    expect(verdict?.rule).toBe(expected >= 5 ? 'breaker' : 'continue');
  });

  test('the same file: rounds count within one iteration', () => {
    expect(given(started()).when(...rounds(4), stop, failure, edit, stop).verdict?.rule).toBe('continue');
  });

  test('permission: a tool in between restarts the count', () => {
    const denied = { type: 'observe', tools: 0, denials: 1 } as const;
    expect(given(started()).when(denied, tool, denied).frame.breaker.denials).toBe(1);
    expect(given(started()).when(denied, denied).frame.breaker.denials).toBe(2);
    expect(given(started()).when(denied, { ...tool, denials: 2 }).frame.breaker.denials).toBe(3);
    expect(
      given(started()).when(denied, { type: 'observe', tools: 0, edits: ['a'] }).frame.breaker.denials,
    ).toBe(1);
  });
});

describe('the same error and the same file wait for one claim', () => {
  const error = { ...tool, errors: ['e'] };
  const loop = given(started({ criteria: [{ name: 'c' }, { name: 'd' }] }));

  test.each<readonly [string, readonly AnyLoose[]]>([
    ['same-error', [error, error, error]],
    ['same-file', rounds(5)],
  ])('%s: the claim is answered first, and the next stop pauses, claim or not', (breaker, work) => {
    const claimed = [...work, done, stop] as const;
    expect(loop.when(...claimed).verdict).toMatchObject({
      rule: 'unproved',
      missing: [{ name: 'c' }, { name: 'd' }],
    });
    expect(loop.when(...claimed, stop).run?.ending).toMatchObject({ kind: 'paused', cause: { breaker } });
    const undone = { type: 'signal', isDone: false } as const;
    expect(loop.when(...claimed, undone, stop).run?.ending).toMatchObject({
      kind: 'paused',
      cause: { breaker },
    });
    expect(loop.when(...claimed, tool, edit, stop).run?.ending).toMatchObject({
      kind: 'paused',
      cause: { breaker },
    });
  });

  test.each<readonly [string, readonly AnyLoose[]]>([
    ['same-error', [error, error, error]],
    ['same-file', rounds(5)],
  ])('%s: progress after that claim clears it, and a later claim is waited for again', (_breaker, work) => {
    const tick = { type: 'criterion', action: 'tick', name: 'c' } as const;
    const better = [...work, done, stop, tick, stop] as const;
    expect(loop.when(...better).verdict?.rule).toBe('unproved');
    expect(loop.when(...better, ...work, stop).verdict?.rule).toBe('unproved');
    expect(loop.when(...better, ...work, stop, stop).verdict?.rule).toBe('breaker');
  });

  test('a proved claim is done at once', () => {
    expect(given(started()).when(error, error, error, done, stop).verdict?.rule).toBe('done');
  });

  test('a claim that gives up is not waited for', () => {
    const gaveUp = { ...stop, signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }] } as const;
    expect(loop.when(error, error, error, gaveUp).verdict?.rule).toBe('gave-up');
  });

  test('other breakers and the limits keep their place', () => {
    const facts = { signals: [{ kind: 'loop-complete', value: '', line: 1 }] };
    const tripped = { error: 'e', errorCount: 3, tools: 1 };
    expect(stopAt({ ...tripped, denials: 2 }, [], facts).run?.ending).toMatchObject({
      cause: { breaker: 'permission' },
    });
    expect(stopAt({ ...tripped, stuckCount: 4, lastUnmet: 'c' }, [], facts).run?.ending).toMatchObject({
      cause: { breaker: 'same-criterion' },
    });
    const used = given(openedWith({ iteration: 10, criteria: [{ name: 'c', failures: 0 }] }));
    expect(used.when(error, error, error, done, stop).run?.ending).toMatchObject({
      cause: { limit: 'iterations' },
    });
  });
});

describe('progress clears what repeats itself', () => {
  const repeated = {
    stuckCount: 4,
    lastUnmet: 'c',
    idle: 2,
    message: 'm',
    messageCount: 2,
    error: 'e',
    errorCount: 3,
  };
  const base = topOf(given(started()).run);
  const opened = openedWith(
    {
      breaker: { ...base.breaker, ...repeated },
      criteria: [
        { name: 'c', failures: 0 },
        { name: 'd', failures: 0, check: { command: 'x' } },
        { name: 'e', failures: 0 },
      ],
      steps: [{ name: 's', isDone: false }],
      tasks: [
        {
          id: '1',
          subject: 'A',
          description: 'A',
          status: 'pending',
          blocks: [],
          blockedBy: [],
          metadata: {},
        },
      ],
    },
    { continuation: { at: AT, isSeen: true } },
  );

  test.each<readonly [string, AnyLoose]>([
    ['a criterion newly ticked', { type: 'criterion', action: 'tick', name: 'e' }],
    ['a criterion newly proved', { type: 'verify', results: [result('d', true)] }],
    ['a step done', { type: 'step', action: 'done', step: 's' }],
    ['a task completed', { type: 'task', action: 'complete', id: '1' }],
  ])('%s', (_what, command) => {
    const { verdict, frame } = given(opened).when(command, { ...stop, message: 'm' });
    expect(verdict?.kind).toBe('block');
    expect(frame.breaker).toMatchObject({
      stuckCount: 0,
      idle: 0,
      messageCount: 1,
      error: '',
      errorCount: 0,
    });
  });

  test.each<readonly [string, AnyLoose]>([
    ['a tick on an assumption', { type: 'criterion', action: 'tick', name: 'e', basis: 'assumption' }],
    ['a check that fails', { type: 'verify', results: [result('d', false)] }],
    ['a step planned', { type: 'step', action: 'add', step: 't' }],
    ['a task added', { type: 'task', action: 'add', subject: 'B' }],
    ['a task claimed', { type: 'task', action: 'claim', id: '1' }],
    ['the claim itself', { type: 'signal', isDone: true }],
  ])('%s is none', (_what, command) => {
    const { run } = given(opened).when(command, tool, { ...stop, message: 'm' });
    expect(run?.ending).toMatchObject({ cause: { breaker: 'same-criterion' } });
  });

  test('reaching something again is no progress', () => {
    const loop = given(opened);
    const clear = { type: 'stop' } as const;
    for (const again of [
      { type: 'verify', results: [result('d', true)] },
      { type: 'criterion', action: 'tick', name: 'e' },
    ] as const) {
      const { frame } = loop.when(again, clear, again);
      expect(frame.breaker.hasProgress).toBe(false);
    }
  });

  test('checks that pass again every time do not hide the one that fails', () => {
    const checks = ['a', 'b'].map((name) => ({ name, check: { command: name } }));
    const verify = { type: 'verify', results: [result('a', true), result('b', false)] } as const;
    const turns = Array.from({ length: 7 }, () => [tool, verify, stop]).flat();
    expect(given(started({ criteria: checks })).when(...turns).run?.ending).toMatchObject({
      cause: { breaker: 'same-criterion' },
    });
  });

  test('a stage reached, a wave finished, a review and a gate passed, an inner loop closed', () => {
    const { breaker } = given(executing()).when(
      { type: 'wave', action: 'begin' },
      { type: 'wave', action: 'finish' },
    ).frame;
    expect(breaker.hasProgress).toBe(true);
    const stages = given(started({ stage: 'intent' }));
    expect(stages.when({ type: 'stage', stage: 'shape' }).frame.breaker.hasProgress).toBe(true);
    expect(stages.when({ type: 'stage', stage: 'intent' }).frame.breaker.hasProgress).toBe(false);
    expect(stages.when({ type: 'stage', specScore: 5 }).frame.breaker.hasProgress).toBe(false);
    const work = given(executing());
    const clear = [completed('1'), stop] as const;
    expect(work.when(...clear, { type: 'review', blockers: 0, ...REVIEWED }).frame.breaker.hasProgress).toBe(
      true,
    );
    expect(work.when(...clear, { type: 'review', blockers: 1, ...REVIEWED }).frame.breaker.hasProgress).toBe(
      false,
    );
    const passed = [...clear, { type: 'review', blockers: 0, ...REVIEWED }, stop] as const;
    expect(work.when(...passed, { type: 'review', blockers: 0, ...REVIEWED }).frame.breaker.hasProgress).toBe(
      false,
    );
    expect(work.when(...passed, { type: 'gate', passed: true }).frame.breaker.hasProgress).toBe(true);
    expect(work.when(...passed, { type: 'gate', passed: false }).frame.breaker.hasProgress).toBe(false);
    const inner = given(opened).when({ type: 'push', spec: 'inner' }, { type: 'pop' });
    expect(inner.frame.breaker).toMatchObject({ hasProgress: true, errorCount: 0 });
  });

  test('a file that is edited over and over is no thrashing where something moved, before or after', () => {
    const edits = rounds(6);
    const step = { type: 'step', action: 'done', step: 'a' } as const;
    const loop = given(started({ steps: ['a', 'b'] }));
    expect(loop.when(...edits, step, stop).verdict?.kind).toBe('block');
    expect(loop.when(step, ...edits, stop).verdict?.kind).toBe('block');
    expect(loop.when(step, stop, ...edits, stop).run?.ending).toMatchObject({
      cause: { breaker: 'same-file' },
    });
  });

  test('it lasts for one iteration', () => {
    const { frame } = given(started({ steps: ['a'] })).when(
      { type: 'step', action: 'done', step: 'a' },
      stop,
    );
    expect(frame.breaker.hasProgress).toBe(false);
  });
});

describe('half-open after a pause', () => {
  const turn = [tool, stop] as const;
  const times = (count: number, commands: readonly AnyLoose[]): AnyLoose[] =>
    Array.from({ length: count }, () => commands).flat();

  test('same criterion: one more iteration decides', () => {
    const stuck = times(6, turn);
    const loop = given(started({ criteria: [{ name: 'c' }] }));
    expect(loop.when(...stuck, resume).frame.breaker.stuckCount).toBe(4);
    expect(loop.when(...stuck, resume, tool, stop).verdict?.rule).toBe('breaker');
    const tick = { type: 'criterion', action: 'tick', name: 'c' } as const;
    expect(loop.when(...stuck, resume, tick, tool, stop).verdict?.kind).toBe('block');
  });

  test('same error: the next one decides', () => {
    const error = { ...tool, errors: ['e'] };
    const loop = given(started());
    const paused = [error, error, error, stop, resume] as const;
    expect(loop.when(...paused).frame.breaker.errorCount).toBe(2);
    expect(loop.when(...paused, tool, stop).verdict?.kind).toBe('block');
    expect(loop.when(...paused, error, stop).run?.ending).toMatchObject({ cause: { breaker: 'same-error' } });
    expect(loop.when(...paused, { ...tool, errors: ['f'] }, error, stop).verdict?.kind).toBe('block');
  });

  test('same file: the iteration begins with no edits', () => {
    const paused = [...rounds(5), stop, resume] as const;
    const { frame, verdict } = given(started()).when(...paused, edit, stop);
    expect(given(started()).when(...paused).frame.breaker.rounds).toBeUndefined();
    expect(verdict?.kind).toBe('block');
    expect(frame.breaker.edits).toEqual([]);
  });

  test('permission: the next denial decides', () => {
    const denied = { type: 'observe', tools: 0, denials: 1 } as const;
    const paused = [denied, denied, stop, resume] as const;
    const loop = given(started());
    expect(loop.when(...paused).frame.breaker.denials).toBe(1);
    expect(loop.when(...paused, denied, stop).run?.ending).toMatchObject({
      cause: { breaker: 'permission' },
    });
  });

  test('idle: one more continuation without a tool decides', () => {
    const stuck = times(4, [stop]);
    const loop = given(started());
    expect(loop.when(...stuck).run?.ending).toMatchObject({ cause: { breaker: 'idle' } });
    expect(loop.when(...stuck, resume).frame.breaker.idle).toBe(2);
    expect(loop.when(...stuck, resume, stop).verdict?.kind).toBe('block');
    expect(loop.when(...stuck, resume, stop, stop).run?.ending).toMatchObject({ cause: { breaker: 'idle' } });
    expect(loop.when(...stuck, resume, tool, stop, stop).verdict?.kind).toBe('block');
  });

  test('same message: the next continuation that repeats it decides', () => {
    const say = [tool, { ...stop, message: 'm' }] as const;
    const stuck = times(3, say);
    const loop = given(started());
    expect(loop.when(...stuck, resume).frame.breaker.messageCount).toBe(2);
    expect(loop.when(...stuck, resume, ...say).verdict?.kind).toBe('block');
    expect(loop.when(...stuck, resume, ...say, ...say).run?.ending).toMatchObject({
      cause: { breaker: 'same-message' },
    });
    expect(loop.when(...stuck, resume, tool, { ...stop, message: 'n' }).verdict?.kind).toBe('block');
  });

  test('an iteration without a repetition resets the counter behind the pause', () => {
    const error = { ...tool, errors: ['e'] };
    const denied = { type: 'observe', tools: 0, denials: 1 } as const;
    const loop = given(started());
    const byError = [error, error, error, stop, resume] as const;
    expect(loop.when(...byError, ...turn).frame.breaker).toMatchObject({ error: '', errorCount: 0 });
    expect(loop.when(...byError, ...turn, error, error, stop).verdict?.kind).toBe('block');
    expect(loop.when(...byError, ...turn, error, error, error, stop).run?.ending).toMatchObject({
      cause: { breaker: 'same-error' },
    });
    const byDenial = [denied, denied, stop, resume, stop] as const;
    expect(loop.when(...byDenial).frame.breaker.denials).toBe(0);
    expect(loop.when(...byDenial, denied, stop).verdict?.kind).toBe('block');
    expect(loop.when(...byDenial, denied, denied, stop).run?.ending).toMatchObject({
      cause: { breaker: 'permission' },
    });
  });

  test('an error of another kind on trial is counted from one', () => {
    const error = (kind: string): AnyLoose => ({ ...tool, errors: [kind] });
    const byError = [error('e'), error('e'), error('e'), stop, resume] as const;
    const { frame } = given(started()).when(...byError, error('f'), stop);
    expect(frame.breaker).toMatchObject({ error: 'f', errorCount: 1 });
  });

  test('gate and review: the next failure decides', () => {
    const gate = { type: 'gate', passed: false } as const;
    const review = { type: 'review', blockers: 1, ...REVIEWED } as const;
    const loop = given(executing());
    const byGate = [...times(3, [gate]), tool, stop, resume] as const;
    expect(loop.when(...byGate, tool, stop).verdict?.kind).toBe('block');
    expect(loop.when(...byGate, gate, tool, stop).run?.ending).toMatchObject({ cause: { breaker: 'gate' } });
    const byReview = [completed('1'), ...times(3, [review]), tool, stop, resume] as const;
    expect(loop.when(...byReview, tool, stop).verdict?.kind).toBe('block');
    expect(loop.when(...byReview, review, tool, stop).run?.ending).toMatchObject({
      cause: { breaker: 'review' },
    });
  });

  test('counters below their threshold stay where they were', () => {
    const error = { ...tool, errors: ['e'] };
    const { frame } = given(started({ criteria: [{ name: 'c' }] })).when(
      ...times(2, turn),
      error,
      { type: 'observe', tools: 0, denials: 1 },
      { type: 'pause' },
      resume,
    );
    expect(frame.breaker).toMatchObject({ stuckCount: 1, errorCount: 1, denials: 1, tools: 0 });
  });

  test('more budget for a loop that is going on touches no counter', () => {
    const { frame } = given(started()).when(
      { ...tool, errors: ['e'], edits: ['a'] },
      { ...tool, errors: ['e'] },
      { ...resume, add: { budgetUsd: 5 } },
    );
    expect(frame.breaker).toMatchObject({ errorCount: 2, tools: 2, edits: [{ path: 'a', count: 1 }] });
    expect(frame.limits.budgetUsd).toBe(30);
  });
});
