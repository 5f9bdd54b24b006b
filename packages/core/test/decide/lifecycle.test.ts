import { describe, expect, test } from 'vitest';
import { DEFAULT_TTL_MS, MAX_FRAMES } from '../../src/model/defaults.ts';
import type { Run } from '../../src/model/run.ts';
import { isLeft } from '../../src/model/state.ts';
import { cancel, done, pause, resume, spent, stage, stop, tool, user, wave } from '../support/commands.ts';
import {
  AT,
  type AnyLoose,
  given,
  happened,
  openedWith,
  type Outcome,
  started,
  topOf,
} from '../support/given.ts';

const OPEN = ['active', 'paused', 'stuck'] as const;
const OVER = ['completed', 'aborted', 'cancelled'] as const;
const REST = ['paused', 'stuck', ...OVER] as const;
const push = { type: 'push', spec: 'inner' } as const;
const pop = { type: 'pop' } as const;
const claim = { type: 'claim', session: 'other' } as const;
const plain = given(started());
const draft = (spec: string, more: object = {}) => given(happened({ type: 'draft', spec, ...more }));

describe('a draft', () => {
  test('takes the spec down word for word and blocks nothing', () => {
    const spec = '  do "it" $(now)\n---\niteration: 5  ';
    const { run, verdict } = draft(spec, { mode: 'issue' }).whenStopped();
    expect(verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
    expect(run).toMatchObject({ status: 'draft', frames: [{ spec, mode: 'issue' }] });
  });

  test('lends a start its spec and its mode, unless that has its own', () => {
    const lent = { type: 'start', spec: undefined } as const;
    expect(draft('the words', { mode: 'grind' }).when(lent)).toMatchObject({
      run: { status: 'active' },
      frame: { spec: 'the words', mode: 'grind' },
    });
    const { frame } = draft('old', { mode: 'grind' }).when({ type: 'start', spec: 'new', mode: 'loop' });
    expect(frame).toMatchObject({ spec: 'new', mode: 'loop' });
    expect(draft(' ').when(lent).refused).toBe('no-spec');
  });
});

describe('which command is refused in which run', () => {
  test.each<readonly [string, AnyLoose, readonly string[], string]>([
    ['a draft', { type: 'draft' }, OPEN, 'already-running: run-1'],
    ['a start', { type: 'start' }, OPEN, 'already-running: run-1'],
    ['a push', push, REST, 'ended'],
    ['a pop', pop, OVER, 'ended'],
    ['a pause', pause, REST, 'ended'],
    ['a resume', resume, OVER, 'ended'],
    ['a cancel', cancel, OVER, 'ended'],
    ['a take-over', claim, OVER, 'ended'],
    ['a claim of the work', done, OVER, 'ended'],
  ])('%s', (_, command, statuses, refusal) => {
    for (const status of [...OPEN, ...OVER]) {
      const { refused, types } = given(openedWith({}, { status })).when(command);
      const isRefused = statuses.includes(status);
      const expected = refusal === 'ended' ? `ended: ${status}` : refusal;
      if (command === resume && status === 'active') expect(refused).toBe('not-paused');
      else expect(refused, status).toBe(isRefused ? expected : undefined);
      if (isRefused) expect(types).toEqual([]);
    }
  });

  test.each<readonly [string, AnyLoose]>([
    ['a push', push],
    ['a pop', pop],
    ['a pause', pause],
    ['a resume', resume],
    ['a claim of the work', done],
  ])('%s in a draft or without a run', (_, command) => {
    expect(given().when(command).refused).toBe('no-run');
    expect(draft('x').when(command).refused).toBe('no-run');
  });

  test('a draft may be cancelled and taken over, and without a run nothing may', () => {
    expect(draft('x').when(cancel).run?.status).toBe('cancelled');
    expect(draft('x').when(claim).run?.session).toBe('other');
    expect([given().when(cancel).refused, given().when(claim).refused]).toEqual(['no-run', 'no-run']);
  });
});

describe('a start', () => {
  test('opens a run with everything that it was given', () => {
    const criteria = [{ name: 'a' }, { name: 'b', check: { command: ['npm', 'test'], paths: ['src'] } }];
    const settings = { ttlMs: 5, isHeadless: true };
    const plan = { spec: 'x', mode: 'issue', score: 8, shape: 'tool-review' } as const;
    const about = { criteria, steps: ['one', 'one'], fitScore: 40, stage: 'intent' } as const;
    const ids = { runId: 'r', session: 's', frameId: 'f' };
    const { run } = given().when({ type: 'start', ...ids, ...settings, ...plan, ...about });
    const status = { status: 'active', createdAt: AT, updatedAt: AT, events: 1 };
    expect(run).toMatchObject({ id: 'r', session: 's', ...settings, ...status });
    const workflow = { stage: 'intent', specScore: 8, fitScore: 40, startedAt: AT, wave: 0 };
    expect(run?.frames).toMatchObject([
      {
        id: 'f',
        ...plan,
        criteria: criteria.map((criterion) => ({ ...criterion, failures: 0 })),
        steps: about.steps.map((name) => ({ name, isDone: false })),
        workflow: { ...workflow, recallSurfaced: [], waveReviews: [] },
      },
    ]);
  });

  test.each(['', '  \n\t '])('without words, %j, is refused', (spec) => {
    expect(given().when({ type: 'start', spec }).refused).toBe('no-spec');
    expect(given().when({ type: 'start', spec: undefined }).refused).toBe('no-spec');
    expect(plain.when({ type: 'push', spec }).refused).toBe('no-spec');
  });

  test.each(OVER)('after a run that is %s begins a new one, whose events count on', (status) => {
    const { run } = given(openedWith({}, { status, usageMark: 'm' })).when({ type: 'start', runId: 'run-2' });
    expect(run).toMatchObject({ id: 'run-2', status: 'active', usageMark: '', events: 2 });
    expect(run?.ending).toBeUndefined();
  });

  test('refuses names that are none, in criteria and steps, and a criterion that is named twice', () => {
    for (const plan of [{ criteria: [{ name: 'ok' }, { name: 'a\nb' }] }, { steps: ['ok', 'a\nb'] }]) {
      expect(given().when({ type: 'start', ...plan }).refused).toBe('bad-name: a\nb');
      expect(plain.when({ ...push, ...plan }).refused).toBe('bad-name: a\nb');
    }
    const twice = [{ name: 'a' }, { name: 'a', check: { command: 'x' } }];
    expect(given().when({ type: 'start', criteria: twice }).refused).toBe('bad-name: a');
  });

  test.each([
    [{ score: 11 }, 'bad-score: spec'],
    [{ score: -1 }, 'bad-score: spec'],
    [{ score: 7.5 }, 'bad-score: spec'],
    [{ fitScore: 76 }, 'bad-score: fit'],
    [{ fitScore: -1 }, 'bad-score: fit'],
    [{ score: 10, fitScore: 75 }, undefined],
    [{ score: 0, fitScore: 0 }, undefined],
    [{ score: null, fitScore: null }, undefined],
  ])('with scores %o: %s', (scores, refusal) => {
    expect(given().when({ type: 'start', ...scores }).refused).toBe(refusal);
  });
});

describe('a push', () => {
  test('puts a frame on the stack and inherits the shape', () => {
    const loop = given(started({ shape: 'colleague' }));
    const { run } = loop.when({ ...push, extras: { branch: 'b' } });
    expect(run?.frames).toMatchObject([
      { id: 'frame-1' },
      { id: 'frame-2', spec: 'inner', shape: 'colleague', extras: { stack: { branch: 'b' }, criteria: {} } },
    ]);
    expect(loop.when({ ...push, shape: 'tool' }).frame.shape).toBe('tool');
  });

  test('is refused where the stack is as deep as it may be', () => {
    const stack = (depth: number) =>
      given(openedWith({}, { frames: Array.from({ length: depth }, () => topOf(plain.run)) }));
    expect(stack(MAX_FRAMES - 1).when(push).types).toEqual(['pushed']);
    expect(stack(MAX_FRAMES).when(push).refused).toBe('too-deep: 32');
  });
});

describe('a pop by hand', () => {
  test('takes the top frame off, and the outer loop hears of it', () => {
    const { run, types } = plain.when(push, { ...pop, reason: 'not needed' });
    expect(types).toEqual(['closed']);
    expect(run).toMatchObject({
      status: 'active',
      frames: [{ notes: [{ kind: 'popped', ending: 'cancelled:not needed' }] }],
      closed: [{ spec: 'inner', ending: { kind: 'cancelled', reason: 'not needed' } }],
    });
  });

  test('of the last frame cancels the run', () => {
    expect(plain.when(pop).run).toMatchObject({ status: 'cancelled', ending: { kind: 'cancelled', at: AT } });
  });
});

describe('pause, resume, cancel, take over', () => {
  test('a stuck and a stale run can be taken up again, and are fresh then', () => {
    const stale = [
      { ...stop, at: AT + 8e6 },
      { ...resume, at: AT + 9e6 },
    ] as const;
    const { run, verdict } = plain.when(...stale, { ...stop, at: AT + 9e6 + 7_200_000 });
    expect([verdict?.kind, run?.status]).toEqual(['block', 'active']);
  });

  test('a resume can change the shape, and needs a frame', () => {
    const shaped = given(started({ shape: 'colleague' })).when(pause, { ...resume, shape: 'tool' });
    expect(shaped.frame.shape).toBe('tool');
    expect(given(openedWith({}, { status: 'paused', frames: [] })).when(resume).refused).toBe(
      'ended: no frame',
    );
  });

  test.each([...OPEN, 'draft'] as const)('a run that is %s can be cancelled and taken over', (status) => {
    const loop = given(openedWith({}, { status, continuation: { at: AT, isSeen: false } }));
    expect(loop.when({ ...cancel, reason: 'enough' }).run).toMatchObject({
      status: 'cancelled',
      ending: { kind: 'cancelled', reason: 'enough', at: AT },
    });
    const taken = loop.when(claim);
    expect(taken).toMatchObject({
      types: ['claimed'],
      notices: [{ code: 'taken-over', from: 'session-1' }],
      run: { session: 'other', status },
    });
    expect(taken.run?.continuation).toBeUndefined();
  });

  test('the same session has the run already', () => {
    expect(plain.when({ ...claim, session: 'session-1' }).refused).toBe('nothing-to-change');
  });
});

describe('the end of a session', () => {
  const end = { ...user, source: 'end', isCapped: false } as const;

  test('leaves an active loop behind, until anything happens again', () => {
    const after = (...commands: readonly AnyLoose[]): Run => plain.when(...commands).run as Run;
    const left = after({ ...end, at: AT + 5 });
    const again = after({ ...end, at: AT + 5 }, { ...stop, at: AT + 9 });
    expect(left.status).toBe('active');
    expect([isLeft(after(tool), AT + 6), isLeft(left, AT + 6)]).toEqual([false, true]);
    expect([isLeft(again, AT + 9), isLeft(again, AT + 8e6)]).toEqual([false, true]);
  });

  test.each([[[]], [[pause]]])('ends a loop that was started for the session alone', (before) => {
    const loop = given(started({ isSessionOnly: true }));
    expect(loop.when(...before, end).run).toMatchObject({
      status: 'cancelled',
      ending: { kind: 'cancelled', reason: 'its session ended' },
    });
    expect(loop.when({ ...end, source: 'session' }).run?.status).toBe('active');
  });
});

describe('an override by the client', () => {
  test.each(['prompt', 'session'] as const)(
    'is seen at a %s after a block that nothing followed, and can be continued',
    (source) => {
      const prompt = { ...user, source };
      expect(plain.when(stop, prompt)).toMatchObject({
        run: { status: 'paused', ending: { kind: 'overridden', at: AT } },
        notices: [{ code: 'overridden' }],
      });
      expect(plain.when(stop, prompt, resume, stop).verdict).toMatchObject({ kind: 'block', iteration: 2 });
    },
  );

  test('is one where the client says that its cap ended the turn, and an interruption is none', () => {
    expect(plain.when(stop, { ...user, isCapped: true }).cause).toBe('overridden');
    const { run, notices } = plain.when(stop, { ...user, isCapped: false });
    expect([run?.status, run?.continuation, notices]).toEqual(['active', undefined, []]);
  });

  test.each<readonly [string, readonly AnyLoose[]]>([
    ['after tools', [stop, tool]],
    ['after another stop', [stop, { ...stop, waitingFor: ['x'] }]],
    ['after a failure', [stop, { type: 'failure', kind: 'transient', reason: 'x', canRetry: true }]],
    ['after a resume', [stop, pause, resume]],
    ['before the first block', []],
  ])('doesn’t count %s', (_, before) => {
    expect(plain.when(...before, user).run?.status).toBe('active');
  });

  test('is unknown to a run at rest, and to none', () => {
    for (const status of [...REST, 'draft'] as const) {
      const opened = openedWith({}, { status, continuation: { at: AT, isSeen: false } });
      expect(given(opened).when(user)).toMatchObject({ types: [], notices: [] });
    }
    expect(given().when(user)).toMatchObject({ types: [], notices: [] });
    expect(given().when(tool)).toMatchObject({ types: [], notices: [] });
  });
});

describe('a session that comes back after the time to live of its run', () => {
  const late = (source: 'prompt' | 'session') =>
    ({ type: 'prompt', source, isCapped: false, at: AT + DEFAULT_TTL_MS + 1 }) as const;

  test.each(['prompt', 'session'] as const)('is stuck at once by a %s', (source) => {
    expect(plain.when(late(source))).toMatchObject({
      cause: 'stale',
      run: { status: 'stuck', ending: { kind: 'stuck' } },
    });
    expect(plain.when({ ...late(source), at: AT + DEFAULT_TTL_MS }).run?.status).toBe('active');
  });

  test('goes on where the loop had asked the user', () => {
    expect(given(openedWith({ checkInDue: true })).when(late('prompt')).run?.status).toBe('active');
    const waits = { type: 'stop', remark: 'words' } as const;
    expect(plain.when(waits, late('prompt')).run?.status).toBe('active');
  });

  test('is decided as before in older records, which don’t know of a cap', () => {
    const { isCapped: _isCapped, ...old } = late('prompt');
    expect(plain.when(old).run?.status).toBe('active');
  });
});

describe('the user spoke', () => {
  test.each<readonly [string, readonly AnyLoose[]]>([
    ['after a turn that was seen to go on', [stop, tool]],
    ['to a check-in', [{ ...resume, shape: 'tool-review' }, wave('begin'), wave('finish')]],
    ['to a question', [stage(undefined, { question: 'Which?' })]],
  ])('%s: it is taken down and answers what waits', (_when, before) => {
    const { run, types, frame } = given(started({ stage: 'executing' })).when(...before, user);
    expect(types).toEqual(['heard']);
    expect([run?.continuation, frame.checkInDue, frame.workflow?.question]).toEqual([
      undefined,
      false,
      undefined,
    ]);
  });

  test('to nothing that waits: records nothing', () => {
    expect(plain.when(user).types).toEqual([]);
  });
});

test('a failure says when it makes sense to try again, and is nothing without an active run', () => {
  const failure = { type: 'failure', kind: 'rate-limit', reason: 'limit', retryAt: AT + 5 } as const;
  expect(plain.when(failure).notices).toEqual([{ code: 'paused', reason: 'limit', retryAt: AT + 5 }]);
  expect([given().when(failure).types, plain.when(pause, failure).types]).toEqual([[], []]);
});

describe('the receipt of what ended without a stop', () => {
  const receiptOf = ({ events }: Outcome): object | undefined =>
    events.flatMap((event) => ('receipt' in event && event.receipt ? [event.receipt] : [])).at(-1);
  const late = (usd: number, tokens: number) =>
    ({ ...user, source: 'session', ...spent(usd, tokens) }) as const;

  test('is not written again where the loop rested already', () => {
    expect(receiptOf(plain.when(pause, cancel))).toBeUndefined();
    expect(receiptOf(plain.when(pause, pop))).toBeUndefined();
    expect(receiptOf(draft('x').when(cancel))).toBeUndefined();
  });

  test('of a last turn is written for money alone and for tokens alone, and lists no work', () => {
    const worked = [{ ...tool, tools: 3, edits: ['a.ts'] }, done, stop] as const;
    const noWork = { tools: 0, files: [], fileCount: 0 };
    expect(receiptOf(plain.when(...worked, late(1, 0)))).toMatchObject({ usd: 1, tokens: 0, ...noWork });
    expect(receiptOf(plain.when(...worked, late(0, 5)))).toMatchObject({ usd: 0, tokens: 5 });
    expect(receiptOf(plain.when(...worked, late(0, 0)))).toBeUndefined();
  });
});

test('a run that stands on record without a frame hears the user, can fail, and gets a frame by a push', () => {
  const bare = given(openedWith({}, { frames: [] }));
  expect(bare.when(user).types).toEqual([]);
  expect(bare.when({ type: 'failure', kind: 'blocking', reason: 'no credit' })).toMatchObject({
    cause: 'blocking',
    run: { status: 'paused' },
  });
  expect(bare.when(push).frame).toMatchObject({ spec: 'inner', shape: 'tool' });
});
