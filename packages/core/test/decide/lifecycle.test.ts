import { describe, expect, test } from 'vitest';
import { DEFAULT_TTL_MS, MAX_FRAMES } from '../../src/model/defaults.ts';
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

const stop = { type: 'stop' } as const;
const user = { type: 'prompt', source: 'prompt' } as const;
const STATUSES = ['paused', 'stuck', 'completed', 'aborted', 'cancelled'] as const;
const OVER = ['completed', 'aborted', 'cancelled'] as const;

describe('a draft', () => {
  test('takes the spec down word for word and blocks nothing', () => {
    const spec = '  do "it" $(now)\n---\niteration: 5  ';
    const { run, verdict } = given(happened({ type: 'draft', spec, mode: 'issue' })).whenStopped();
    expect(verdict).toEqual({ kind: 'allow', rule: 'no-loop' });
    expect(run).toMatchObject({ status: 'draft', frames: [{ spec, mode: 'issue' }] });
  });

  test('lends a start without words its spec and its mode', () => {
    const { run } = given(happened({ type: 'draft', spec: 'the words', mode: 'grind' })).when({
      type: 'start',
      spec: undefined,
    });
    expect(run).toMatchObject({ status: 'active', frames: [{ spec: 'the words', mode: 'grind' }] });
  });

  test('gives way to the words and the mode of a start that has some', () => {
    const { frame } = given(happened({ type: 'draft', spec: 'old', mode: 'grind' })).when({
      type: 'start',
      spec: 'new',
      mode: 'loop',
    });
    expect(frame).toMatchObject({ spec: 'new', mode: 'loop' });
  });

  test('rejects work, pause and push, but may be cancelled and taken over', () => {
    const draft = given(happened({ type: 'draft' }));
    for (const command of [
      { type: 'signal', isDone: true },
      { type: 'pause' },
      { type: 'push' },
      { type: 'pop' },
      { type: 'resume' },
    ] as const) {
      expect(draft.when(command).rejected).toEqual({ code: 'no-run' });
    }
    expect(draft.when({ type: 'cancel' }).run?.status).toBe('cancelled');
    expect(draft.when({ type: 'claim', session: 'other' }).run?.session).toBe('other');
  });

  test('is refused while a loop is on', () => {
    expect(given(started()).when({ type: 'draft' }).rejected).toEqual({
      code: 'already-running',
      subject: 'run-1',
    });
  });
});

describe('a start', () => {
  test('opens a run with everything that it was given', () => {
    const { run } = given().when({
      type: 'start',
      runId: 'r',
      session: 's',
      frameId: 'f',
      spec: 'x',
      ttlMs: 5,
      isHeadless: true,
      mode: 'issue',
      score: 8,
      fitScore: 40,
      shape: 'tool-review',
      criteria: [
        { name: 'a' },
        { name: 'b', check: { command: ['npm', 'test'], timeoutMs: 5, paths: ['src'] } },
      ],
      steps: ['one', 'one'],
      stage: 'intent',
    });
    expect(run).toMatchObject({
      id: 'r',
      session: 's',
      status: 'active',
      createdAt: AT,
      updatedAt: AT,
      ttlMs: 5,
      isHeadless: true,
      closed: [],
      usageMark: '',
      events: 1,
      frames: [
        {
          id: 'f',
          spec: 'x',
          mode: 'issue',
          score: 8,
          shape: 'tool-review',
          iteration: 0,
          exitSignal: false,
          criteria: [
            { name: 'a', failures: 0 },
            { name: 'b', failures: 0, check: { command: ['npm', 'test'], timeoutMs: 5, paths: ['src'] } },
          ],
          steps: [
            { name: 'one', isDone: false },
            { name: 'one', isDone: false },
          ],
          workflow: { stage: 'intent', specScore: 8, fitScore: 40, startedAt: AT, wave: 0 },
        },
      ],
    });
    expect(run?.frames[0]?.criteria[0]?.check).toBeUndefined();
  });

  test('has sane defaults', () => {
    const { run, frame } = given().when({ type: 'start' });
    expect(run).toMatchObject({ ttlMs: 7_200_000, isHeadless: false });
    expect(frame).toMatchObject({
      mode: 'loop',
      shape: 'tool',
      score: null,
      criteria: [],
      steps: [],
      tasks: [],
    });
    expect(frame.workflow).toBeUndefined();
  });

  test.each(['', '  \n\t '])('without words, %j, is refused', (spec) => {
    expect(given().when({ type: 'start', spec }).rejected).toEqual({ code: 'no-spec' });
    expect(given().when({ type: 'start', spec: undefined }).rejected).toEqual({ code: 'no-spec' });
    expect(given(started()).when({ type: 'push', spec }).rejected).toEqual({ code: 'no-spec' });
  });

  test('a draft without words lends none', () => {
    const { rejected } = given(happened({ type: 'draft', spec: ' ' })).when({
      type: 'start',
      spec: undefined,
    });
    expect(rejected).toEqual({ code: 'no-spec' });
  });

  test.each(['active', 'paused', 'stuck'] as const)('is refused while a run is %s', (status) => {
    const { rejected, types } = given(openedWith({}, { status })).when({ type: 'start' });
    expect(rejected).toEqual({ code: 'already-running', subject: 'run-1' });
    expect(types).toEqual([]);
  });

  test.each(OVER)('after a run that is %s begins a new one, whose events count on', (status) => {
    const { run } = given(openedWith({}, { status, usageMark: 'm' })).when({ type: 'start', runId: 'run-2' });
    expect(run).toMatchObject({ id: 'run-2', status: 'active', usageMark: '', events: 2 });
    expect(run?.ending).toBeUndefined();
  });

  test.each([
    ['empty', ''],
    ['blank', '   '],
    ['__proto__', '__proto__'],
    ['longer than 200 characters', 'x'.repeat(201)],
    ['two lines', 'a\nb'],
    ['a control character', 'a\u001b[31m'],
    ['a C1 control', 'a\u009b2J'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['delete', 'a\u007f'],
  ])('refuses a criterion or a step that is %s', (_what, name) => {
    const refused = { code: 'bad-name', subject: name };
    expect(given().when({ type: 'start', criteria: [{ name: 'ok' }, { name }] }).rejected).toEqual(refused);
    expect(given().when({ type: 'start', steps: ['ok', name] }).rejected).toEqual(refused);
    expect(given(started()).when({ type: 'push', criteria: [{ name }] }).rejected).toEqual(refused);
    expect(given(started()).when({ type: 'push', steps: [name] }).rejected).toEqual(refused);
  });

  test('takes names of 200 characters in any script, and such as every object has', () => {
    const names = ['x'.repeat(200), 'прошло', 'constructor', 'toString', 'hasOwnProperty', 'a b'];
    const { frame } = given().when({
      type: 'start',
      criteria: names.map((name) => ({ name })),
      steps: names,
    });
    expect(frame.criteria.map(({ name }) => name)).toEqual(names);
    expect(frame.steps.map(({ name }) => name)).toEqual(names);
  });

  test('refuses a criterion that is named twice: one of the two would be lost', () => {
    const criteria = [{ name: 'a' }, { name: 'a', check: { command: 'x' } }];
    expect(given().when({ type: 'start', criteria }).rejected).toEqual({ code: 'bad-name', subject: 'a' });
  });

  test('refuses scores that no rubric gives', () => {
    expect(given().when({ type: 'start', score: 11 }).rejected).toEqual({
      code: 'bad-score',
      subject: 'spec',
    });
    expect(given().when({ type: 'start', fitScore: 76 }).rejected).toEqual({
      code: 'bad-score',
      subject: 'fit',
    });
    expect(given().when({ type: 'start', score: null, fitScore: null }).rejected).toBeUndefined();
  });
});

describe('a push', () => {
  test('puts a frame on the stack and inherits the shape', () => {
    const { run } = given(started({ shape: 'colleague' })).when({
      type: 'push',
      spec: 'inner',
      extras: { branch: 'b' },
    });
    expect(run?.frames).toMatchObject([
      { id: 'frame-1' },
      { id: 'frame-2', spec: 'inner', shape: 'colleague', extras: { stack: { branch: 'b' }, criteria: {} } },
    ]);
    expect(given(started({ shape: 'colleague' })).when({ type: 'push', shape: 'tool' }).frame.shape).toBe(
      'tool',
    );
  });

  test('is refused where the stack is as deep as it may be', () => {
    const frame = topOf(given(started()).run);
    const stack = (depth: number): ReturnType<typeof openedWith> =>
      openedWith({}, { frames: Array.from({ length: depth }, () => frame) });
    expect(given(stack(MAX_FRAMES - 1)).when({ type: 'push' }).types).toEqual(['pushed']);
    expect(given(stack(MAX_FRAMES)).when({ type: 'push' }).rejected).toEqual({
      code: 'too-deep',
      subject: '32',
    });
  });

  test.each(STATUSES)('is refused in a run that is %s', (status) => {
    expect(given(openedWith({}, { status })).when({ type: 'push' }).rejected).toEqual({
      code: 'ended',
      subject: status,
    });
  });

  test('without a run is refused', () => {
    expect(given().when({ type: 'push' }).rejected).toEqual({ code: 'no-run' });
  });
});

describe('a pop by hand', () => {
  test('takes the top frame off, and the outer loop hears of it', () => {
    const { run, types } = given(happened({ type: 'start' }, { type: 'push', spec: 'inner' })).when({
      type: 'pop',
      reason: 'not needed',
    });
    expect(types).toEqual(['closed']);
    expect(run).toMatchObject({
      status: 'active',
      frames: [{ notes: [{ kind: 'popped', ending: 'cancelled:not needed' }] }],
      closed: [{ spec: 'inner', ending: { kind: 'cancelled', reason: 'not needed' } }],
    });
  });

  test('of the last frame cancels the run', () => {
    const { run } = given(started()).when({ type: 'pop' });
    expect(run).toMatchObject({ status: 'cancelled', ending: { kind: 'cancelled' } });
    expect(run?.ending).toEqual(expect.not.objectContaining({ reason: expect.anything() }));
  });

  test.each(OVER)('is refused in a run that is %s', (status) => {
    expect(given(openedWith({}, { status })).when({ type: 'pop' }).rejected).toEqual({
      code: 'ended',
      subject: status,
    });
  });
});

describe('pause, resume, cancel', () => {
  test('a pause says why', () => {
    expect(given(started()).when({ type: 'pause', reason: 'lunch' }).run).toMatchObject({
      status: 'paused',
      ending: { kind: 'paused', cause: { kind: 'hand', reason: 'lunch' }, at: AT },
    });
    expect(given(started()).when({ type: 'pause' }).run?.ending).toMatchObject({ cause: { kind: 'hand' } });
  });

  test.each(STATUSES)('a run that is %s can’t be paused', (status) => {
    expect(given(openedWith({}, { status })).when({ type: 'pause' }).rejected).toEqual({
      code: 'ended',
      subject: status,
    });
  });

  test('a stuck and a stale run can be taken up again, and are fresh then', () => {
    const stale = [
      { ...stop, at: AT + 8e6 },
      { type: 'resume', at: AT + 9e6 },
    ] as const;
    const { run, verdict } = given(started()).when(...stale, { ...stop, at: AT + 9e6 + 7_200_000 });
    expect(verdict?.kind).toBe('block');
    expect(run?.status).toBe('active');
  });

  test.each(OVER)('a run that is %s can’t be resumed', (status) => {
    expect(given(openedWith({}, { status })).when({ type: 'resume' }).rejected).toEqual({
      code: 'ended',
      subject: status,
    });
  });

  test('a resume can change the shape', () => {
    const { frame } = given(started({ shape: 'colleague' })).when(
      { type: 'pause' },
      { type: 'resume', shape: 'tool' },
    );
    expect(frame.shape).toBe('tool');
  });

  test('a resume of a run without a frame is refused', () => {
    const { rejected } = given(openedWith({}, { status: 'paused', frames: [] })).when({ type: 'resume' });
    expect(rejected).toEqual({ code: 'ended', subject: 'no frame' });
  });

  test.each(['active', 'paused', 'stuck', 'draft'] as const)(
    'a run that is %s can be cancelled',
    (status) => {
      const { run } = given(openedWith({}, { status })).when({ type: 'cancel', reason: 'enough' });
      expect(run).toMatchObject({
        status: 'cancelled',
        ending: { kind: 'cancelled', reason: 'enough', at: AT },
      });
    },
  );

  test.each(OVER)('a run that is %s can’t be cancelled', (status) => {
    expect(given(openedWith({}, { status })).when({ type: 'cancel' }).rejected).toEqual({
      code: 'ended',
      subject: status,
    });
    expect(given().when({ type: 'cancel' }).rejected).toEqual({ code: 'no-run' });
  });
});

describe('taking over', () => {
  test.each(['active', 'paused', 'stuck', 'draft'] as const)(
    'another session gets a run that is %s',
    (status) => {
      const outcome = given(openedWith({}, { status, continuation: { at: AT, isSeen: false } })).when({
        type: 'claim',
        session: 'session-2',
      });
      expect(outcome).toMatchObject({
        types: ['claimed'],
        notices: [{ code: 'taken-over', from: 'session-1' }],
        run: { session: 'session-2', status },
      });
      expect(outcome.run?.continuation).toBeUndefined();
    },
  );

  test('the same session has it already', () => {
    expect(given(started()).when({ type: 'claim', session: 'session-1' }).rejected).toEqual({
      code: 'nothing-to-change',
    });
  });

  test.each(OVER)('of a run that is %s there is nothing to take', (status) => {
    expect(given(openedWith({}, { status })).when({ type: 'claim', session: 'x' }).rejected?.code).toBe(
      'ended',
    );
    expect(given().when({ type: 'claim', session: 'x' }).rejected?.code).toBe('no-run');
  });
});

describe('an override by the client', () => {
  const overridden = { status: 'paused', ending: { kind: 'overridden', at: AT } };

  test.each(['prompt', 'session'] as const)(
    'is seen at a %s after a block that nothing followed',
    (source) => {
      const { run, notices } = given(started()).when(stop, { type: 'prompt', source });
      expect(run).toMatchObject(overridden);
      expect(notices).toEqual([{ code: 'overridden' }]);
    },
  );

  test('is one where the client says that its cap ended the turn, and an interruption is none', () => {
    const loop = given(started());
    expect(loop.when(stop, { ...user, isCapped: true }).run).toMatchObject(overridden);
    const { run, notices } = loop.when(stop, { ...user, isCapped: false });
    expect([run?.status, run?.continuation, notices]).toEqual(['active', undefined, []]);
    expect(loop.when(stop, { ...user, isCapped: false }, stop).verdict?.kind).toBe('block');
  });

  test('doesn’t count after tools, another stop or a reported failure', () => {
    const loop = given(started());
    const error = { type: 'failure', kind: 'transient', reason: 'x', canRetry: true } as const;
    for (const sign of [{ type: 'observe', tools: 1 }, error, { ...stop, waitingFor: ['x'] }] as const) {
      const { run } = loop.when(stop, sign, user);
      expect(run?.status).toBe('active');
    }
  });

  test('doesn’t count before the first block, or after a resume', () => {
    expect(given(started()).when(user)).toMatchObject({ types: [], run: { status: 'active' } });
    const back = [stop, { type: 'pause' }, { type: 'resume' }] as const;
    expect(given(started()).when(...back, user).run?.status).toBe('active');
  });

  test('can be continued', () => {
    const loop = given(started());
    expect(loop.when(stop, user, { type: 'resume' }, stop).verdict).toMatchObject({
      kind: 'block',
      iteration: 2,
    });
  });

  test('a run at rest hears nothing', () => {
    for (const status of [...STATUSES, 'draft'] as const) {
      const opened = openedWith({}, { status, continuation: { at: AT, isSeen: false } });
      expect(given(opened).when(user)).toMatchObject({ types: [], notices: [] });
    }
    expect(given().when(user).types).toEqual([]);
  });
});

describe('a session that comes back after the time to live of its run', () => {
  const late = (source: 'prompt' | 'session') =>
    ({ type: 'prompt', source, isCapped: false, at: AT + DEFAULT_TTL_MS + 1 }) as const;

  test.each(['prompt', 'session'] as const)('is stuck at once by a %s', (source) => {
    const loop = given(started());
    const stuck = { status: 'stuck', ending: { kind: 'stuck', cause: { kind: 'stale' } } };
    expect(loop.when(late(source)).run).toMatchObject(stuck);
    expect(loop.when(stop, late(source), stop).verdict).toMatchObject({ kind: 'allow', rule: 'ended' });
    expect(loop.when({ ...late(source), at: AT + DEFAULT_TTL_MS }).run?.status).toBe('active');
  });

  test('goes on where the loop had asked the user', () => {
    const asked = given(started({ shape: 'colleague' })).when(stop);
    expect(asked.verdict).toMatchObject({ rule: 'needs-user' });
    const due = openedWith({ checkInDue: true });
    expect(given(due).when(late('prompt')).run?.status).toBe('active');
  });

  test('is decided as before in older records, which don’t know of a cap', () => {
    const { isCapped: _isCapped, ...old } = late('prompt');
    expect(given(started()).when(old).run?.status).toBe('active');
  });
});

describe('the user spoke', () => {
  test.each<readonly [string, readonly AnyLoose[]]>([
    ['after a turn that was seen to go on', [stop, { type: 'observe', tools: 1 }]],
    [
      'to a check-in',
      [
        { type: 'resume', shape: 'tool-review' },
        { type: 'wave', action: 'begin' },
        { type: 'wave', action: 'finish' },
      ],
    ],
    ['to a question', [{ type: 'stage', question: 'Which?' }]],
  ])('%s: it is taken down and answers what waits', (_when, before) => {
    const history = happened({ type: 'start', stage: 'executing' });
    const { run, types, frame } = given(history).when(...before, user);
    expect(types).toEqual(['heard']);
    expect(run?.continuation).toBeUndefined();
    expect(frame.checkInDue).toBe(false);
    expect(frame.workflow?.question).toBeUndefined();
  });

  test('to nothing that waits: records nothing', () => {
    expect(given(started()).when(user).types).toEqual([]);
  });
});

describe('a failure', () => {
  test('says when it makes sense to try again', () => {
    const { notices } = given(started()).when({
      type: 'failure',
      kind: 'rate-limit',
      reason: 'limit',
      retryAt: AT + 5,
    });
    expect(notices).toEqual([{ code: 'paused', reason: 'limit', retryAt: AT + 5 }]);
  });

  test('without a run or in one at rest records nothing', () => {
    expect(given().when({ type: 'failure', kind: 'unknown', reason: 'x' }).types).toEqual([]);
  });
});

describe('the receipt of what ended without a stop', () => {
  const receiptOf = ({ events }: Outcome): object | undefined =>
    events.flatMap((event) => ('receipt' in event && event.receipt ? [event.receipt] : [])).at(-1);
  const done = [{ type: 'signal', isDone: true }, stop] as const;
  const late = (usd: number, tokens: number): AnyLoose => ({
    type: 'prompt',
    source: 'session',
    spent: { usd, tokens, from: '', to: 'a' },
  });

  test('says who ended it', () => {
    const loop = given(started());
    expect(receiptOf(loop.when({ type: 'pop' }))).toMatchObject({ rule: 'pop' });
    expect(receiptOf(loop.when({ type: 'pause' }))).toMatchObject({ rule: 'pause' });
    expect(receiptOf(loop.when({ type: 'cancel' }))).toMatchObject({ rule: 'cancel' });
    expect(receiptOf(loop.when(stop, user))).toMatchObject({ rule: 'overridden' });
  });

  test('is not written again where the loop rested already', () => {
    const loop = given(started());
    expect(receiptOf(loop.when({ type: 'pause' }, { type: 'cancel' }))).toBeUndefined();
    expect(receiptOf(loop.when({ type: 'pause' }, { type: 'pop' }))).toBeUndefined();
    expect(receiptOf(given(happened({ type: 'draft' })).when({ type: 'cancel' }))).toBeUndefined();
  });

  test('of a last turn is written for money alone and for tokens alone', () => {
    const loop = given(started());
    expect(receiptOf(loop.when(...done, late(1, 0)))).toMatchObject({ usd: 1, tokens: 0 });
    expect(receiptOf(loop.when(...done, late(0, 5)))).toMatchObject({ usd: 0, tokens: 5 });
    expect(receiptOf(loop.when(...done, late(0, 0)))).toBeUndefined();
  });

  test('of a last turn lists no work, which the receipt of the stop has', () => {
    const worked = { type: 'observe', tools: 3, edits: ['a.ts'] } as const;
    expect(receiptOf(given(started()).when(worked, ...done, late(1, 0)))).toMatchObject({
      tools: 0,
      files: [],
      fileCount: 0,
    });
  });
});

describe('where there is no run', () => {
  test('nothing can be paused, and observations are ignored', () => {
    expect(given().when({ type: 'pause' }).rejected).toEqual({ code: 'no-run' });
    expect(given().when({ type: 'observe', tools: 1 })).toMatchObject({ events: [], notices: [] });
    expect(given().when(user)).toMatchObject({ events: [], notices: [] });
  });
});

describe('a run that stands on record without a frame', () => {
  const bare = given(openedWith({}, { frames: [] }));

  test('hears the user and takes nothing down', () => {
    expect(bare.when(user).types).toEqual([]);
  });

  test('pauses when a turn fails', () => {
    const { run } = bare.when({ type: 'failure', kind: 'blocking', reason: 'no credit' });
    expect(run).toMatchObject({
      status: 'paused',
      ending: { cause: { failure: 'blocking', reason: 'no credit' } },
    });
  });

  test('gets its first frame by a push', () => {
    expect(bare.when({ type: 'push', spec: 'x' }).frame).toMatchObject({ spec: 'x', shape: 'tool' });
  });
});

test('a plain acceptance has no notices', () => {
  const { notices, rejected } = given(started()).when({ type: 'signal', isDone: true });
  expect(rejected).toBeUndefined();
  expect(notices).toEqual([]);
});
