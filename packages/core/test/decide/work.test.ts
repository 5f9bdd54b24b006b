import { describe, expect, test } from 'vitest';
import { AT, given, openedWith, result, started } from '../support/given.ts';

const STATUSES = ['completed', 'aborted', 'cancelled'] as const;
const loop = given(
  started({
    criteria: [{ name: 'lint clean' }, { name: 'tests pass', check: { command: 'npm test' } }],
    steps: ['one', 'two', 'one', '2'],
  }),
);
const checkedOnly = given(started({ criteria: [{ name: 'tests pass', check: { command: 'npm test' } }] }));

describe('the signal', () => {
  test('is set and taken back', () => {
    expect(loop.when({ type: 'signal', isDone: true }).frame.exitSignal).toBe(true);
    expect(
      loop.when({ type: 'signal', isDone: true }, { type: 'signal', isDone: false }).frame.exitSignal,
    ).toBe(false);
  });

  test('that repeats the claim on record changes nothing', () => {
    expect(loop.when({ type: 'signal', isDone: false }).rejected).toEqual({ code: 'nothing-to-change' });
  });
});

describe('steps', () => {
  const step = (action: 'done' | 'undo' | 'add' | 'remove', name: string) =>
    ({ type: 'step', action, step: name }) as const;
  const marks = (...commands: readonly ReturnType<typeof step>[]): string =>
    loop
      .when(...commands)
      .frame.steps.map(({ isDone }) => (isDone ? 'x' : '.'))
      .join('');

  test('are found by their place before they are found by their name', () => {
    expect(marks(step('done', '2'))).toBe('.x..');
    expect(marks(step('done', '4'))).toBe('...x');
    expect(marks(step('done', 'two'))).toBe('.x..');
  });

  test('of equal names the first that the action can change is meant', () => {
    expect(marks(step('done', 'one'))).toBe('x...');
    expect(marks(step('done', 'one'), step('done', 'one'))).toBe('x.x.');
    expect(marks(step('done', 'one'), step('done', 'one'), step('undo', 'one'))).toBe('..x.');
    expect(loop.when(step('done', 'one'), step('remove', 'one')).frame.steps.map(({ name }) => name)).toEqual(
      ['one', 'two', '2'],
    );
  });

  test('that are done or open already change nothing', () => {
    expect(loop.when(step('done', '1'), step('done', '1')).rejected).toEqual({
      code: 'nothing-to-change',
      subject: '1',
    });
    expect(loop.when(step('undo', 'two')).rejected).toEqual({ code: 'nothing-to-change', subject: 'two' });
    expect(loop.when(step('done', 'one'), step('done', 'one'), step('done', 'one')).rejected?.code).toBe(
      'nothing-to-change',
    );
  });

  test.each(['0', '5', '1000000', '-1', '1.0', 'three', ''])('there is no step %j', (name) => {
    expect(loop.when(step('done', name)).rejected).toEqual({ code: 'unknown-step', subject: name });
  });

  test('are added at the end, with a sane name', () => {
    expect(loop.when(step('add', 'three')).frame.steps.at(-1)).toEqual({ name: 'three', isDone: false });
    expect(loop.when(step('add', ' ')).rejected).toEqual({ code: 'bad-name', subject: ' ' });
  });

  test('are removed by place', () => {
    expect(loop.when(step('remove', '1')).frame.steps.map(({ name }) => name)).toEqual(['two', 'one', '2']);
  });
});

describe('criteria', () => {
  const criterion = (action: 'tick' | 'untick' | 'add' | 'remove', name: string) =>
    ({ type: 'criterion', action, name }) as const;

  test('without a check are ticked, with their basis', () => {
    const { frame, notices } = loop.when({
      ...criterion('tick', 'lint clean'),
      basis: 'measurement',
      note: 'oxlint says 0',
    });
    expect(frame.criteria[0]?.tick).toEqual({ at: AT, basis: 'measurement', note: 'oxlint says 0' });
    expect(notices).toEqual([]);
    const plain = loop.when(criterion('tick', 'lint clean')).frame.criteria[0]?.tick;
    expect(plain).toEqual({ at: AT, basis: 'observation' });
  });

  test('are unticked, once', () => {
    expect(
      loop.when(criterion('tick', 'lint clean'), criterion('untick', 'lint clean')).frame.criteria[0],
    ).toEqual({
      name: 'lint clean',
      failures: 0,
    });
    expect(loop.when(criterion('untick', 'lint clean')).rejected).toEqual({
      code: 'nothing-to-change',
      subject: 'lint clean',
    });
  });

  test('with a check are proved by the check and by nothing else', () => {
    for (const action of ['tick', 'untick'] as const) {
      expect(loop.when(criterion(action, 'tests pass')).rejected).toEqual({
        code: 'checked-criterion',
        subject: 'tests pass',
      });
    }
  });

  test('with a check are not ticked in a paused loop either', () => {
    expect(loop.when({ type: 'pause' }, criterion('tick', 'tests pass')).rejected?.code).toBe(
      'checked-criterion',
    );
  });

  test('that were added after the start are removed', () => {
    const changed = loop.when(criterion('add', 'docs'), criterion('remove', 'docs'));
    expect(changed.frame.criteria.map(({ name }) => name)).toEqual(['lint clean', 'tests pass']);
    expect(changed.frame.amendments).toBeUndefined();
  });

  test('are added with or without a check, once', () => {
    const added = loop.when({ ...criterion('add', 'docs'), check: { command: 'npm run docs' } });
    expect(added.frame.criteria.at(-1)).toEqual({
      name: 'docs',
      failures: 0,
      check: { command: 'npm run docs' },
      isExtra: true,
    });
    expect(loop.when(criterion('add', 'docs')).frame.criteria.at(-1)).toEqual({
      name: 'docs',
      failures: 0,
      isExtra: true,
    });
    expect(loop.when(criterion('add', 'lint clean')).rejected).toEqual({
      code: 'nothing-to-change',
      subject: 'lint clean',
    });
  });

  test('have sane names', () => {
    for (const name of ['', '__proto__', 'a\nb', 'x'.repeat(201)]) {
      expect(loop.when(criterion('add', name)).rejected).toEqual({ code: 'bad-name', subject: name });
    }
  });

  test('that don’t exist are unknown, also names on every object’s prototype', () => {
    for (const name of ['docs', 'constructor', '__proto__']) {
      for (const action of ['tick', 'untick', 'remove'] as const) {
        expect(loop.when(criterion(action, name)).rejected).toEqual({
          code: 'unknown-criterion',
          subject: name,
        });
      }
    }
  });

  test('that are all met give a notice, but an assumption meets nothing', () => {
    const plain = given(started({ criteria: [{ name: 'a' }, { name: 'b' }] }));
    expect(plain.when(criterion('tick', 'a')).notices).toEqual([]);
    expect(plain.when(criterion('tick', 'a'), criterion('tick', 'b')).notices).toEqual([{ code: 'all-met' }]);
    expect(
      plain.when(criterion('tick', 'a'), { ...criterion('tick', 'b'), basis: 'assumption' }).notices,
    ).toEqual([]);
  });
});

describe('verifying', () => {
  test('records the results of checks, and asks the panel about failures after the first run', () => {
    const failed = { type: 'verify', results: [result('tests pass', false)] } as const;
    const { frame, notices } = checkedOnly.when(failed, failed);
    expect(frame.criteria[0]).toMatchObject({ failures: 2, evidence: { passed: false, exitCode: 1 } });
    expect(frame.notes).toEqual([{ kind: 'ask-panel', subject: 'tests pass' }]);
    expect(notices).toEqual([{ code: 'ask-panel', subject: 'tests pass' }]);
  });

  test('counts failures until a check passes', () => {
    const failed = { type: 'verify', results: [result('tests pass', false)] } as const;
    expect(checkedOnly.when(failed, failed).frame.criteria[0]?.failures).toBe(2);
    const { frame, notices } = checkedOnly.when(failed, failed, {
      type: 'verify',
      results: [result('tests pass', true)],
    });
    expect(frame.criteria[0]?.failures).toBe(0);
    expect(notices).toEqual([{ code: 'all-met' }]);
  });

  test('says that all is met only if all is', () => {
    expect(loop.when({ type: 'verify', results: [result('tests pass', true)] }).notices).toEqual([]);
  });

  test('leaves out results for criteria that are gone or have no check', () => {
    const results = [result('gone', true), result('lint clean', true), result('tests pass', true)];
    expect(loop.when({ type: 'verify', results }).types).toEqual(['proved']);
    expect(loop.when({ type: 'verify', results: results.slice(0, 2) }).rejected).toEqual({
      code: 'unknown-criterion',
      subject: 'gone',
    });
    expect(loop.when({ type: 'verify', results: [] }).rejected).toEqual({ code: 'unknown-criterion' });
  });
});

test('nothing is worked on in a run that is over, or without one', () => {
  const commands = [
    { type: 'signal', isDone: true },
    { type: 'step', action: 'add', step: 'x' },
    { type: 'criterion', action: 'add', name: 'x' },
    { type: 'verify', results: [result('tests pass', true)] },
    { type: 'task', action: 'add', subject: 'x' },
    { type: 'wave', action: 'begin' },
  ] as const;
  for (const command of commands) {
    expect(given().when(command).rejected).toEqual({ code: 'no-run' });
    for (const status of STATUSES) {
      expect(given(openedWith({}, { status })).when(command).rejected).toEqual({
        code: 'ended',
        subject: status,
      });
    }
  }
});

test('work may be recorded while the loop is paused or stuck', () => {
  for (const status of ['paused', 'stuck'] as const) {
    expect(given(openedWith({}, { status })).when({ type: 'step', action: 'add', step: 'x' }).types).toEqual([
      'planned',
    ]);
  }
});
