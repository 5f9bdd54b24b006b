import { describe, expect, test } from 'vitest';
import { endingDetail } from '../../src/text/endings.ts';
import type { Notice } from '../../src/decide/decision.ts';
import { limitRules } from '../../src/model/limits.ts';
import type { LoopEvent } from '../../src/model/event.ts';
import type { Frame, Limits } from '../../src/model/run.ts';
import { DEFAULT_LIMITS } from '../../src/model/defaults.ts';
import { AT, given, openedWith, started } from '../support/given.ts';

const NONE = Object.fromEntries(limitRules.map(({ key }) => [key, null])) as Limits;
const stop = { type: 'stop' } as const;
const spent = (usd: number, tokens = 0): object => ({ spent: { usd, tokens, from: '', to: 'a' } });

describe('every limit is used up at exactly its number and not one earlier', () => {
  test.each([
    ['iterations', { iterations: 3 }, { iteration: 3 }, { iteration: 2 }],
    ['budget', { budgetUsd: 3 }, { spend: { usd: 3, tokens: 0 } }, { spend: { usd: 2.99, tokens: 0 } }],
    ['tokens', { budgetTokens: 3 }, { spend: { usd: 0, tokens: 3 } }, { spend: { usd: 0, tokens: 2 } }],
    ['time', { timeMs: 3 }, { startedAt: AT - 3 }, { startedAt: AT - 2 }],
  ] as const)('%s', (name, limit, reached, left) => {
    const limits = { ...NONE, ...limit };
    const { verdict, run } = given(openedWith({ limits, ...reached })).whenStopped();
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'limit', ending: { kind: 'paused' } });
    expect(endingDetail(run!.ending!)).toBe(name);
    expect(run?.status).toBe('paused');
    expect(given(openedWith({ limits, ...left })).whenStopped().verdict?.kind).toBe('block');
  });

  test('without limits nothing is used up', () => {
    const much = { iteration: 1e6, spend: { usd: 1e6, tokens: 1e12 }, startedAt: 0 };
    expect(given(openedWith({ limits: NONE, ...much })).whenStopped().verdict?.kind).toBe('block');
  });

  test('the usage of the stop itself counts first', () => {
    expect(given(started()).whenStopped(spent(25)).verdict?.rule).toBe('limit');
  });

  test('an iteration that a hand edit counted ahead was not granted yet', () => {
    const ahead = { iteration: 3, countedAhead: true, limits: { ...NONE, iterations: 3 } };
    const { verdict, frame } = given(openedWith(ahead)).whenStopped();
    expect(verdict).toMatchObject({ kind: 'block', iteration: 3 });
    expect(frame).toMatchObject({ iteration: 3, countedAhead: false });
    expect(given(openedWith({ ...ahead, iteration: 4 })).whenStopped().verdict?.rule).toBe('limit');
  });

  test('are named in the order of the table', () => {
    expect(limitRules.map(({ name }) => name)).toEqual(['iterations', 'budget', 'tokens', 'time']);
    const all = { limits: { iterations: 0, budgetUsd: 0, budgetTokens: 0, timeMs: 0 } };
    expect(given(openedWith(all)).whenStopped().run?.ending).toMatchObject({
      cause: { limit: 'iterations' },
    });
  });

  test('the defaults are 10 iterations and $25, and no limit on tokens and time', () => {
    expect(DEFAULT_LIMITS).toEqual({ iterations: 10, budgetUsd: 25, budgetTokens: null, timeMs: null });
    expect(given(started()).whenStopped().frame.limits).toEqual(DEFAULT_LIMITS);
  });
});

describe('requested limits', () => {
  test.each([
    ['iterations', 0],
    ['iterations', -1],
    ['iterations', 1.5],
    ['iterations', Number.NaN],
    ['budgetUsd', 0],
    ['budgetUsd', Number.POSITIVE_INFINITY],
    ['budgetTokens', 0.5],
    ['timeMs', -5],
  ])('%s: %d is refused on start, push and resume', (limit, value) => {
    const limits = { [limit]: value };
    const refused = { code: 'bad-limit', subject: limit };
    expect(given().when({ type: 'start', limits }).rejected).toEqual(refused);
    expect(given(started()).when({ type: 'push', limits }).rejected).toEqual(refused);
    expect(given(started()).when({ type: 'pause' }, { type: 'resume', add: limits }).rejected).toEqual(
      refused,
    );
  });

  test('cents and milliseconds may be fractions', () => {
    const { frame } = given().when({
      type: 'start',
      limits: { budgetUsd: 0.5, timeMs: 0.5, iterations: undefined },
    });
    expect(frame.limits).toEqual({ iterations: 10, budgetUsd: 0.5, budgetTokens: null, timeMs: 0.5 });
  });

  test('an inner loop lives off the rest of its outer loops’ limits', () => {
    const outer = { budgetUsd: 10, budgetTokens: 100, timeMs: 1000 };
    const pushed = given(started({ limits: outer })).when(
      { type: 'observe', at: AT + 400, tools: 1, ...spent(4, 30) },
      { type: 'push', at: AT + 400, limits: { iterations: 20, budgetUsd: 8 } },
    );
    expect(pushed.frame.limits).toEqual({ iterations: 20, budgetUsd: 6, budgetTokens: 70, timeMs: 600 });
    expect(pushed.notices).toEqual([{ code: 'clamped', limit: 'budgetUsd', from: 8, to: 6 }]);
  });

  test('an inner loop that asks for less gets it, also three deep', () => {
    const { frame, notices } = given(started({ limits: { budgetUsd: 10 } })).when(
      { type: 'push', limits: { budgetUsd: 20 } },
      { type: 'push', limits: { budgetUsd: 3 } },
    );
    expect(frame.limits.budgetUsd).toBe(3);
    expect(notices).toEqual([]);
  });

  test('inside loops without limits an inner loop has none but its own', () => {
    const { frame } = given(started({ limits: NONE })).when({
      type: 'push',
      limits: { timeMs: 5, budgetUsd: null },
    });
    expect(frame.limits).toEqual({ iterations: 10, budgetUsd: null, budgetTokens: null, timeMs: 5 });
  });

  test('an outer loop that has nothing left gives the inner one nothing', () => {
    const outer = openedWith({ spend: { usd: 30, tokens: 0 } });
    const { frame, verdict } = given(outer).when({ type: 'push' }, stop);
    expect(frame.limits.budgetUsd).toBe(0);
    expect(verdict?.rule).toBe('limit');
  });
});

describe('the grant of a resume', () => {
  const resume = { type: 'resume' } as const;
  const turns = (count: number): { type: 'stop' | 'observe'; tools?: number }[] =>
    Array.from({ length: count }, () => [{ type: 'observe', tools: 1 } as const, stop]).flat();

  test('used-up iterations: as many again as at first, each time', () => {
    const loop = given(started({ limits: { iterations: 3 } }));
    const run = (...more: readonly object[]): ReturnType<typeof loop.when> =>
      loop.when(...([...turns(4), ...more] as never[]));
    expect(run(resume).frame).toMatchObject({ iteration: 3, limits: { iterations: 6 } });
    expect(run(resume, ...turns(4)).run?.status).toBe('paused');
    expect(run(resume, ...turns(4), resume).frame).toMatchObject({ iteration: 6, limits: { iterations: 9 } });
  });

  test('iterations that are left stay as they are', () => {
    expect(given(started()).when(stop, { type: 'pause' }, resume).frame.limits.iterations).toBe(10);
  });

  test('more iterations in so many words are added, up to the maximum in total', () => {
    const loop = given(started());
    const paused = { type: 'pause' } as const;
    expect(loop.when(paused, { ...resume, add: { iterations: 5 } }).frame.limits.iterations).toBe(15);
    const clamped = loop.when(paused, { ...resume, add: { iterations: 60, budgetUsd: 500, timeMs: 7 } });
    expect(clamped.frame.limits).toMatchObject({ iterations: 50, budgetUsd: 100, timeMs: null });
    expect(clamped.notices).toEqual([
      { code: 'clamped', limit: 'iterations', from: 70, to: 50 },
      { code: 'clamped', limit: 'budgetUsd', from: 525, to: 100 },
    ]);
    expect(loop.when(paused, { ...resume, add: { iterations: null } }).frame.limits.iterations).toBeNull();
  });

  test('the maximum holds for all resumes together', () => {
    const loop = given(started({ limits: { iterations: 45 } }));
    const more = [{ type: 'pause' }, { ...resume, add: { iterations: 30 } }] as const;
    const twice = loop.when(...more, ...more);
    expect(twice.frame.limits.iterations).toBe(50);
    expect(twice.notices).toEqual([{ code: 'clamped', limit: 'iterations', from: 80, to: 50 }]);
    const used = given(openedWith({ iteration: 50 }, { status: 'paused' }));
    expect(used.when(resume).rejected).toEqual({ code: 'spent-up', subject: 'iterations' });
    expect(used.when({ ...resume, add: { iterations: null } }).frame.limits.iterations).toBeNull();
  });

  test('added iterations that are used up already are granted as at first', () => {
    const { frame } = given(openedWith({ iteration: 30 }, { status: 'paused' })).when({
      ...resume,
      add: { iterations: 5 },
    });
    expect(frame.limits.iterations).toBe(40);
  });

  test('one that a hand edit counted ahead is not used up', () => {
    const frame = { iteration: 10, countedAhead: true };
    expect(given(openedWith(frame, { status: 'paused' })).when(resume).frame.limits.iterations).toBe(10);
    const used = { iteration: 11, countedAhead: true };
    expect(given(openedWith(used, { status: 'paused' })).when(resume).frame.limits.iterations).toBe(20);
  });

  test('used-up time: as much again as at first, and the pause costs none', () => {
    const loop = given(started({ limits: { timeMs: 1000 } }));
    const paused = loop.when({ ...stop, at: AT + 1000 });
    expect(paused.run?.status).toBe('paused');
    const resumed = loop.when({ ...stop, at: AT + 1000 }, { ...resume, at: AT + 5000 });
    expect(resumed.frame).toMatchObject({ limits: { timeMs: 2000 }, startedAt: AT + 4000 });
    const next = (at: number): ReturnType<typeof loop.when> =>
      loop.when({ ...stop, at: AT + 1000 }, { ...resume, at: AT + 5000 }, { ...stop, at });
    expect(next(AT + 5999).verdict?.kind).toBe('block');
    expect(next(AT + 6000).verdict?.rule).toBe('limit');
  });

  test('time that is left stays as it is', () => {
    const { frame } = given(started({ limits: { timeMs: 1000 } })).when(
      { type: 'pause', at: AT + 999 },
      { ...resume, at: AT + 5000 },
    );
    expect(frame).toMatchObject({ limits: { timeMs: 1000 }, startedAt: AT + 4001 });
  });

  test('no loop on the stack is charged for the pause', () => {
    const { run } = given(started()).when(
      { type: 'push' },
      { type: 'pause', at: AT + 10 },
      { ...resume, at: AT + 110 },
    );
    expect(run?.frames.map(({ startedAt }) => startedAt)).toEqual([AT + 100, AT + 100]);
  });

  test('money grows only by an explicit amount', () => {
    const loop = given(openedWith({ spend: { usd: 30, tokens: 0 } }, { status: 'paused' }));
    expect(loop.when(resume).rejected).toEqual({ code: 'spent-up', subject: 'budgetUsd' });
    expect(loop.when({ ...resume, add: { budgetUsd: 5 } }).rejected).toEqual({
      code: 'spent-up',
      subject: 'budgetUsd',
    });
    expect(loop.when({ ...resume, add: { budgetUsd: 5.5 } }).frame.limits.budgetUsd).toBe(30.5);
    expect(loop.when({ ...resume, add: { budgetUsd: null } }).frame.limits.budgetUsd).toBeNull();
  });

  test('tokens grow only by an explicit amount', () => {
    const limits = { ...NONE, budgetTokens: 10 };
    const loop = given(openedWith({ limits, spend: { usd: 0, tokens: 10 } }, { status: 'paused' }));
    expect(loop.when(resume).rejected).toEqual({ code: 'spent-up', subject: 'budgetTokens' });
    expect(loop.when({ ...resume, add: { budgetTokens: 1 } }).frame.limits.budgetTokens).toBe(11);
  });

  test('an active loop gets explicit additions and nothing else', () => {
    const loop = given(openedWith({ iteration: 10 }));
    expect(loop.when(resume).rejected).toEqual({ code: 'not-paused' });
    expect(loop.when({ ...resume, add: { iterations: 2 } }).frame.limits.iterations).toBe(12);
    expect(loop.when({ ...resume, shape: 'colleague' }).frame).toMatchObject({
      shape: 'colleague',
      limits: { iterations: 10 },
    });
  });
});

describe('warnings', () => {
  const spentSoFar = { type: 'observe', tools: 1 } as const;
  const count = (usd: number, tokens: number, mark: number): object => ({
    spent: { usd, tokens, from: mark === 0 ? '' : `m${mark - 1}`, to: `m${mark}` },
  });
  const said = (notices: readonly Notice[]): string[] =>
    notices.flatMap((one) => (one.code === 'budget' ? `${one.limit} ${one.percent}` : []));

  test.each([
    ['budgetUsd', (used: number): Partial<Frame> => ({ spend: { usd: used, tokens: 0 } })],
    ['budgetTokens', (used: number): Partial<Frame> => ({ spend: { usd: 0, tokens: used } })],
    ['timeMs', (used: number): Partial<Frame> => ({ startedAt: AT - used })],
  ] as const)('%s: 50, 80 and 95 %% are said where they are reached and not one earlier', (limit, using) => {
    const at = (used: number): string[] =>
      said(given(openedWith({ limits: { ...NONE, [limit]: 1000 }, ...using(used) })).whenStopped().notices);
    expect([499, 500, 799, 800, 949, 950, 999, 1000].map(at)).toEqual(
      [[], [50], [50], [80], [80], [95], [95], []].map((percents) =>
        percents.map((percent) => `${limit} ${percent}`),
      ),
    );
  });

  test('reach the user and Claude at the same stop, with how much it is', () => {
    const { notices, verdict, frame } = given(started()).whenStopped(spent(12.5));
    expect(notices).toEqual([{ code: 'budget', percent: 50, limit: 'budgetUsd', used: 12.5, of: 25 }]);
    expect(verdict).toMatchObject({
      kind: 'block',
      notes: [{ kind: 'budget', percent: 50, limit: 'budgetUsd' }],
    });
    expect(frame.notes).toEqual([]);
  });

  test('appear once each; of several passed at once, only the highest', () => {
    const loop = given(started({ limits: { budgetUsd: 100, budgetTokens: 1000 } }));
    const stops = [
      { ...stop, ...count(50, 10, 0) },
      { ...stop, ...count(20, 790, 1) },
      { ...stop, ...count(26, 10, 2) },
      { ...stop, ...count(3, 10, 3) },
    ];
    const notices = stops.map((_, index) => said(loop.when(...stops.slice(0, index + 1)).notices));
    expect(notices).toEqual([['budgetUsd 50'], ['budgetTokens 80'], ['budgetUsd 95'], []]);
  });

  test('spend between two stops is warned about at the second', () => {
    const { notices, verdict } = given(started()).when({ ...spentSoFar, ...count(20, 0, 0) }, stop);
    expect(said(notices)).toEqual(['budgetUsd 80']);
    expect(verdict).toMatchObject({ notes: [{ kind: 'budget', percent: 80 }] });
  });

  test('a check-in says them to the user, and Claude hears them when it is sent on', () => {
    const loop = given(started({ shape: 'colleague' }));
    const checkIn = loop.when({ ...stop, ...count(13, 0, 0) });
    expect(checkIn.verdict).toMatchObject({ kind: 'allow', rule: 'needs-user' });
    expect(said(checkIn.notices)).toEqual(['budgetUsd 50']);
    const later = loop.when({ ...stop, ...count(13, 0, 0) }, { ...stop, isHeadless: true });
    expect(said(later.notices)).toEqual([]);
    expect(later.verdict).toMatchObject({ kind: 'block', notes: [{ kind: 'budget', percent: 50 }] });
  });

  test('the ending of the loop replaces them', () => {
    const { notices, verdict } = given(started()).whenStopped(spent(25));
    expect(verdict).toMatchObject({ rule: 'limit' });
    expect(notices).toEqual([]);
  });

  test('more budget restarts them from the current percentage', () => {
    const loop = given(started({ limits: { budgetUsd: 10 } }));
    const more = [
      { ...stop, ...count(10, 0, 0) },
      { type: 'resume', add: { budgetUsd: 10 } },
    ] as const;
    expect(said(loop.when(...more, stop).notices)).toEqual([]);
    expect(said(loop.when(...more, stop, { ...stop, ...count(6, 0, 1) }).notices)).toEqual(['budgetUsd 80']);
    const going = loop.when(
      { ...stop, ...count(9, 0, 0) },
      { type: 'resume', add: { budgetUsd: 90 } },
      { ...stop, ...count(41, 0, 1) },
    );
    expect(said(going.notices)).toEqual(['budgetUsd 50']);
  });

  test('a resume without additions neither repeats nor swallows a warning', () => {
    const loop = given(started({ limits: { budgetUsd: 10 } }));
    const again = [{ type: 'pause' }, { type: 'resume' }, stop] as const;
    expect(said(loop.when({ ...stop, ...count(8, 0, 0) }, ...again).notices)).toEqual([]);
    expect(said(loop.when({ ...spentSoFar, ...count(8, 0, 0) }, ...again).notices)).toEqual(['budgetUsd 80']);
  });

  test('a warning on an old record, which names no limit, was of the budget', () => {
    const old: LoopEvent = { type: 'noted', at: AT, note: { kind: 'budget', percent: 50 } };
    const { notices, verdict } = given(started(), old).whenStopped(spent(13));
    expect(said(notices)).toEqual([]);
    expect(verdict).toMatchObject({ notes: [{ kind: 'budget', percent: 50 }] });
  });
});

describe('the warning of a limit', () => {
  test('that was lifted is nothing, also when it is set again', () => {
    const loop = given(started({ limits: { budgetUsd: 10 } }));
    const lifted = [
      { ...stop, ...spent(6) },
      { type: 'resume', add: { budgetUsd: null } },
    ] as const;
    expect(loop.when(...lifted).frame.warned).toBeUndefined();
    const { frame, notices } = loop.when(...lifted, stop);
    expect(frame.limits.budgetUsd).toBeNull();
    expect(notices).toEqual([]);
  });

  test('that allows nothing from the start gives no warning', () => {
    const nothingLeft = given(openedWith({ limits: { ...NONE, budgetUsd: 0 } }));
    const { verdict, notices } = nothingLeft.whenStopped({ waitingFor: ['a build'] });
    expect(verdict).toMatchObject({ kind: 'allow', rule: 'waiting' });
    expect(notices).toEqual([]);
  });

  test('that was never near is not on record after a resume', () => {
    const { frame } = given(started()).when({ type: 'pause' }, { type: 'resume' });
    expect(frame.warned).toBeUndefined();
  });
});
