import { describe, expect, test } from 'vitest';
import type { Notice } from '../../src/decide/decision.ts';
import { DEFAULT_LIMITS } from '../../src/model/defaults.ts';
import type { LoopEvent } from '../../src/model/event.ts';
import { limitRules } from '../../src/model/limits.ts';
import type { Frame, Limits } from '../../src/model/run.ts';
import { endingDetail } from '../../src/text/endings.ts';
import { pause, resume, spent, stop, times, tool } from '../support/commands.ts';
import { AT, given, openedWith, started } from '../support/given.ts';

const NONE = Object.fromEntries(limitRules.map(({ key }) => [key, null])) as Limits;
const plain = given(started());
const more = (add: object) => ({ ...resume, add });
const paused = (frame: Partial<Frame>) => given(openedWith(frame, { status: 'paused' }));

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
    expect([endingDetail(run!.ending!), run?.status]).toEqual([name, 'paused']);
    expect(given(openedWith({ limits, ...left })).whenStopped().verdict?.kind).toBe('block');
  });

  test('an iteration that a hand edit counted ahead was not granted yet', () => {
    const ahead = { iteration: 3, countedAhead: true, limits: { ...NONE, iterations: 3 } };
    const { verdict, frame } = given(openedWith(ahead)).whenStopped();
    expect(verdict).toMatchObject({ kind: 'block', iteration: 3 });
    expect(frame).toMatchObject({ iteration: 3, countedAhead: false });
    expect(given(openedWith({ ...ahead, iteration: 4 })).whenStopped().rule).toBe('limit');
  });

  test('are named in the order of the table', () => {
    expect(limitRules.map(({ name }) => name)).toEqual(['iterations', 'budget', 'tokens', 'time']);
    const limits = { iterations: 0, budgetUsd: 0, budgetTokens: 0, timeMs: 0 };
    expect(given(openedWith({ limits })).whenStopped().cause).toBe('iterations');
  });

  test('the defaults are 10 iterations and $25, and no limit on tokens and time', () => {
    expect(DEFAULT_LIMITS).toEqual({ iterations: 10, budgetUsd: 25, budgetTokens: null, timeMs: null });
    expect(plain.whenStopped().frame.limits).toEqual(DEFAULT_LIMITS);
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
    expect(given().when({ type: 'start', limits }).refused).toBe(`bad-limit: ${limit}`);
    expect(plain.when({ type: 'push', limits }).refused).toBe(`bad-limit: ${limit}`);
    expect(plain.when(pause, more(limits)).refused).toBe(`bad-limit: ${limit}`);
  });

  test('cents and milliseconds may be fractions', () => {
    const limits = { budgetUsd: 0.5, timeMs: 0.5, iterations: undefined };
    const { frame } = given().when({ type: 'start', limits });
    expect(frame.limits).toEqual({ iterations: 10, budgetUsd: 0.5, budgetTokens: null, timeMs: 0.5 });
  });

  test('an inner loop lives off the rest of its outer loops’ limits', () => {
    const outer = { budgetUsd: 10, budgetTokens: 100, timeMs: 1000 };
    const pushed = given(started({ limits: outer })).when(
      { ...tool, at: AT + 400, ...spent(4, 30) },
      { type: 'push', at: AT + 400, limits: { iterations: 20, budgetUsd: 8 } },
    );
    expect(pushed.frame.limits).toEqual({ iterations: 20, budgetUsd: 6, budgetTokens: 70, timeMs: 600 });
    expect(pushed.notices).toEqual([{ code: 'clamped', limit: 'budgetUsd', from: 8, to: 6 }]);
    const spentUp = given(openedWith({ spend: { usd: 30, tokens: 0 } })).when({ type: 'push' }, stop);
    expect([spentUp.frame.limits.budgetUsd, spentUp.rule]).toEqual([0, 'limit']);
  });

  test('an inner loop that asks for less gets it, also three deep, and has its own where the outer has none', () => {
    const { frame, notices } = given(started({ limits: { budgetUsd: 10 } })).when(
      { type: 'push', limits: { budgetUsd: 20 } },
      { type: 'push', limits: { budgetUsd: 3 } },
    );
    expect([frame.limits.budgetUsd, notices]).toEqual([3, []]);
    const limits = { timeMs: 5, budgetUsd: null };
    expect(given(started({ limits: NONE })).when({ type: 'push', limits }).frame.limits).toEqual({
      iterations: 10,
      budgetUsd: null,
      budgetTokens: null,
      timeMs: 5,
    });
  });
});

describe('the grant of a resume', () => {
  test('used-up iterations: as many again as at first, each time', () => {
    const loop = given(started({ limits: { iterations: 3 } }));
    const used = times(4, tool, stop);
    expect(loop.when(...used, resume).frame).toMatchObject({ iteration: 3, limits: { iterations: 6 } });
    expect(loop.when(...used, resume, ...used).run?.status).toBe('paused');
    const { frame } = loop.when(...used, resume, ...used, resume);
    expect(frame).toMatchObject({ iteration: 6, limits: { iterations: 9 } });
  });

  test('iterations that are left stay as they are', () => {
    expect(plain.when(stop, pause, resume).frame.limits.iterations).toBe(10);
  });

  test('more in so many words is added, up to the maximum in total', () => {
    expect(plain.when(pause, more({ iterations: 5 })).frame.limits.iterations).toBe(15);
    const clamped = plain.when(pause, more({ iterations: 60, budgetUsd: 500, timeMs: 7 }));
    expect(clamped.frame.limits).toMatchObject({ iterations: 50, budgetUsd: 100, timeMs: null });
    expect(clamped.notices).toEqual([
      { code: 'clamped', limit: 'iterations', from: 70, to: 50 },
      { code: 'clamped', limit: 'budgetUsd', from: 525, to: 100 },
    ]);
    expect(plain.when(pause, more({ iterations: null })).frame.limits.iterations).toBeNull();
    const twice = given(started({ limits: { iterations: 45 } })).when(
      ...times(2, pause, more({ iterations: 30 })),
    );
    expect(twice.notices).toEqual([{ code: 'clamped', limit: 'iterations', from: 80, to: 50 }]);
  });

  test('a limit of a hand-written file stays, beyond the maximum, too', () => {
    const file = { iteration: 60, limits: { ...DEFAULT_LIMITS, iterations: 80 } };
    expect(paused(file).when(resume).frame.limits.iterations).toBe(80);
    expect(paused(file).when(more({ iterations: 10 })).frame.limits.iterations).toBe(80);
  });

  test('beyond the maximum only a lifted limit goes on', () => {
    expect(paused({ iteration: 50 }).when(resume).refused).toBe('spent-up: iterations');
    expect(paused({ iteration: 50 }).when(more({ iterations: null })).frame.limits.iterations).toBeNull();
  });

  test('added iterations that are used up already are granted as at first, one counted ahead is not used', () => {
    expect(paused({ iteration: 30 }).when(more({ iterations: 5 })).frame.limits.iterations).toBe(40);
    const grants = [10, 11].map(
      (iteration) => paused({ iteration, countedAhead: true }).when(resume).frame.limits.iterations,
    );
    expect(grants).toEqual([10, 20]);
  });

  test('used-up time: as much again as at first, and the pause costs none', () => {
    const loop = given(started({ limits: { timeMs: 1000 } }));
    const resumed = [
      { ...stop, at: AT + 1000 },
      { ...resume, at: AT + 5000 },
    ] as const;
    expect(loop.when(...resumed).frame).toMatchObject({ limits: { timeMs: 2000 }, startedAt: AT + 4000 });
    const next = (at: number) => loop.when(...resumed, { ...stop, at }).rule;
    expect([next(AT + 5999), next(AT + 6000)]).toEqual(['continue', 'limit']);
    const left = loop.when({ ...pause, at: AT + 999 }, { ...resume, at: AT + 5000 });
    expect(left.frame).toMatchObject({ limits: { timeMs: 1000 }, startedAt: AT + 4001 });
  });

  test('no loop on the stack is charged for the pause', () => {
    const { run } = plain.when({ type: 'push' }, { ...pause, at: AT + 10 }, { ...resume, at: AT + 110 });
    expect(run?.frames.map(({ startedAt }) => startedAt)).toEqual([AT + 100, AT + 100]);
  });

  test('money and tokens grow only by an explicit amount', () => {
    const spender = paused({ spend: { usd: 30, tokens: 0 } });
    expect(spender.when(resume).refused).toBe('spent-up: budgetUsd');
    expect(spender.when(more({ budgetUsd: 5 })).refused).toBe('spent-up: budgetUsd');
    expect(spender.when(more({ budgetUsd: 5.5 })).frame.limits.budgetUsd).toBe(30.5);
    expect(spender.when(more({ budgetUsd: null })).frame.limits.budgetUsd).toBeNull();
    const talker = paused({ limits: { ...NONE, budgetTokens: 10 }, spend: { usd: 0, tokens: 10 } });
    expect(talker.when(resume).refused).toBe('spent-up: budgetTokens');
    expect(talker.when(more({ budgetTokens: 1 })).frame.limits.budgetTokens).toBe(11);
  });

  test('an active loop gets explicit additions and nothing else', () => {
    const loop = given(openedWith({ iteration: 10 }));
    expect(loop.when(resume).refused).toBe('not-paused');
    expect(loop.when(more({ iterations: 2 })).frame.limits.iterations).toBe(12);
    const { frame } = loop.when({ ...resume, shape: 'colleague' });
    expect(frame).toMatchObject({ shape: 'colleague', limits: { iterations: 10 } });
  });
});

describe('warnings', () => {
  const count = (usd: number, tokens: number, mark: number): object =>
    spent(usd, tokens, mark === 0 ? '' : `m${mark - 1}`, `m${mark}`);
  const said = ({ notices }: { readonly notices: readonly Notice[] }): string[] =>
    notices.flatMap((one) => (one.code === 'budget' ? `${one.limit} ${one.percent}` : []));
  const ten = given(started({ limits: { budgetUsd: 10 } }));

  test.each([
    ['budgetUsd', (used: number): Partial<Frame> => ({ spend: { usd: used, tokens: 0 } })],
    ['budgetTokens', (used: number): Partial<Frame> => ({ spend: { usd: 0, tokens: used } })],
    ['timeMs', (used: number): Partial<Frame> => ({ startedAt: AT - used })],
  ] as const)('%s: 50, 80 and 95 %% are said where they are reached and not one earlier', (limit, using) => {
    const at = (used: number): string[] =>
      said(given(openedWith({ limits: { ...NONE, [limit]: 1000 }, ...using(used) })).whenStopped());
    expect([499, 500, 799, 800, 949, 950, 999, 1000].map(at)).toEqual(
      [[], [50], [50], [80], [80], [95], [95], []].map((percents) =>
        percents.map((percent) => `${limit} ${percent}`),
      ),
    );
  });

  test('reach the user and Claude at the same stop, with how much it is', () => {
    const { notices, verdict, frame } = plain.whenStopped(spent(12.5));
    expect(notices).toEqual([{ code: 'budget', percent: 50, limit: 'budgetUsd', used: 12.5, of: 25 }]);
    const notes = [{ kind: 'budget', percent: 50, limit: 'budgetUsd' }];
    expect(verdict).toMatchObject({ kind: 'block', notes });
    expect(frame.notes).toEqual([]);
  });

  test('appear once each; of several passed at once, only the highest', () => {
    const loop = given(started({ limits: { budgetUsd: 100, budgetTokens: 1000 } }));
    const stops = [count(50, 10, 0), count(20, 790, 1), count(26, 10, 2), count(3, 10, 3)].map((usage) => ({
      ...stop,
      ...usage,
    }));
    const warnings = stops.map((_, index) => said(loop.when(...stops.slice(0, index + 1))));
    expect(warnings).toEqual([['budgetUsd 50'], ['budgetTokens 80'], ['budgetUsd 95'], []]);
  });

  test('spend between two stops is warned about at the second', () => {
    const outcome = plain.when({ ...tool, ...count(20, 0, 0) }, stop);
    expect(said(outcome)).toEqual(['budgetUsd 80']);
    expect(outcome.verdict).toMatchObject({ notes: [{ kind: 'budget', percent: 80 }] });
  });

  test('a check-in says them to the user, and Claude hears them when it is sent on', () => {
    const loop = given(started({ shape: 'colleague' }));
    const half = { ...stop, ...count(13, 0, 0) };
    expect([loop.when(half).rule, said(loop.when(half))]).toEqual(['needs-user', ['budgetUsd 50']]);
    const later = loop.when(half, { ...stop, isHeadless: true });
    expect(said(later)).toEqual([]);
    expect(later.verdict).toMatchObject({ kind: 'block', notes: [{ kind: 'budget', percent: 50 }] });
  });

  test('the ending of the loop replaces them', () => {
    const { rule, notices } = plain.whenStopped(spent(25));
    expect([rule, notices]).toEqual(['limit', []]);
  });

  test('more budget restarts them from the current percentage', () => {
    const doubled = [{ ...stop, ...count(10, 0, 0) }, more({ budgetUsd: 10 }), stop] as const;
    expect(said(ten.when(...doubled))).toEqual([]);
    expect(said(ten.when(...doubled, { ...stop, ...count(6, 0, 1) }))).toEqual(['budgetUsd 80']);
    const nearly = [{ ...stop, ...count(9, 0, 0) }, more({ budgetUsd: 90 })] as const;
    expect(said(ten.when(...nearly, { ...stop, ...count(41, 0, 1) }))).toEqual(['budgetUsd 50']);
  });

  test('a resume without additions neither repeats nor swallows a warning', () => {
    const again = [pause, resume, stop] as const;
    expect(said(ten.when({ ...stop, ...count(8, 0, 0) }, ...again))).toEqual([]);
    expect(said(ten.when({ ...tool, ...count(8, 0, 0) }, ...again))).toEqual(['budgetUsd 80']);
    expect(plain.when(pause, resume).frame.warned).toBeUndefined();
  });

  test('a warning on an old record, which names no limit, was of the budget', () => {
    const old: LoopEvent = { type: 'noted', at: AT, note: { kind: 'budget', percent: 50 } };
    const outcome = given(started(), old).whenStopped(spent(13));
    expect(said(outcome)).toEqual([]);
    expect(outcome.verdict).toMatchObject({ notes: [{ kind: 'budget', percent: 50 }] });
  });

  test('a limit that was lifted, or that allows nothing from the start, gives none', () => {
    const lifted = [{ ...stop, ...spent(6) }, more({ budgetUsd: null })] as const;
    expect(ten.when(...lifted).frame.warned).toBeUndefined();
    expect(ten.when(...lifted, stop).notices).toEqual([]);
    const nothingLeft = given(openedWith({ limits: { ...NONE, budgetUsd: 0 } }));
    const { rule, notices } = nothingLeft.whenStopped({ waitingFor: ['a build'] });
    expect([rule, notices]).toEqual(['waiting', []]);
  });
});
