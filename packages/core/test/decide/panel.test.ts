import { describe, expect, test } from 'vitest';
import {
  addTask,
  criterion,
  light,
  pause,
  review,
  stage,
  step,
  task,
  tick,
  verify,
} from '../support/commands.ts';
import { type AnyLoose, given, happened, result, started } from '../support/given.ts';

const note = { kind: 'ask-panel', subject: '1 A' };
const failed = given(happened({ type: 'start' }, addTask('A'), task('fail', '1', { reason: 'exit code 1' })));
const ask = (subject: string, recommendation?: string): AnyLoose => ({
  type: 'panel',
  subject,
  ...(recommendation !== undefined && { recommendation }),
});

describe('a panel', () => {
  test('is on record once asked, and the note to ask it is dropped, no other', () => {
    expect(failed.run?.frames[0]?.notes).toEqual([note]);
    const { frame, events } = failed.when(ask('1 A'));
    expect(events).toStrictEqual([{ type: 'counselled', at: expect.any(Number), subject: '1 A' }]);
    expect(frame.notes).toEqual([]);
    expect(failed.when(ask('tests pass')).frame.notes).toEqual([note]);
  });

  test('is not asked twice about one subject, and an empty answer doesn’t count', () => {
    expect(failed.when(ask('1 A'), ask('1 A')).refused).toBe('nothing-to-change: 1 A');
    expect(failed.when(ask('1 A'), ask('b')).refused).toBeUndefined();
    expect(failed.when(ask('1 A', ' ')).refused).toBe('nothing-to-change: 1 A');
    expect(failed.when(ask('two\nlines')).refused).toBe('bad-name: two\nlines');
    expect(given().when(ask('1 A')).refused).toBe('no-run');
  });
});

describe('the notes of checks', () => {
  const check = { command: 'x' };
  const loop = given(
    started({ criteria: [{ name: 'a', check }, { name: 'b', check }, { name: 'c' }], steps: ['s'] }),
  );
  const asks = (subject: string) => ({ code: 'ask-panel', subject });
  const [pass, fail] = [verify('a', true), verify('a', false)];

  test('a panel is asked for at the first failure after the first run, until the check passes', () => {
    expect(loop.when(fail)).toMatchObject({ notices: [], frame: { notes: [] } });
    for (const first of [pass, fail])
      expect(loop.when(first, fail)).toMatchObject({
        notices: [asks('a')],
        frame: { notes: [{ kind: 'ask-panel', subject: 'a' }] },
      });
    expect(loop.when(fail, fail).frame.criteria[0]?.failures).toBe(2);
    expect(loop.when(pass, fail, pass).frame).toMatchObject({
      notes: [],
      criteria: [{ failures: 0 }, {}, {}],
    });
  });

  test('all criteria are met once the last is, unless it is an assumption or fails again', () => {
    const both = [pass, verify('b', true)];
    expect(loop.when(...both).notices).toEqual([]);
    expect(loop.when(...both, tick('c')).notices).toEqual([{ code: 'all-met' }]);
    expect(loop.when(...both, tick('c', 'assumption')).notices).toEqual([]);
    expect(loop.when(tick('c'), ...both).notices).toEqual([{ code: 'all-met' }]);
    const results = [result('a', true), result('b', false)];
    const once = { type: 'verify', results } as const;
    expect(loop.when(tick('c'), ...both, once).notices).toEqual([asks('b')]);
  });

  test('results for criteria that are gone or have no check are left out', () => {
    const results = ['gone', 'c', 'a'].flatMap((name) => verify(name, true).results ?? []);
    expect(loop.when({ type: 'verify', results }).types).toEqual(['proved']);
    expect(loop.when({ type: 'verify', results: results.slice(0, 2) }).refused).toBe(
      'unknown-criterion: gone',
    );
    expect(loop.when({ type: 'verify', results: [] }).refused).toBe('unknown-criterion');
  });

  test('work may be recorded while the loop is paused, but a check decides there, too', () => {
    expect(loop.when(pause, step('add', 'x')).types).toEqual(['planned']);
    expect(loop.when(pause, criterion('tick', 'a')).refused).toBe('checked-criterion: a');
  });
});

describe('what reviews found', () => {
  const blocker = { severity: 'BLOCKER', text: 'tokens are logged', mustNot: 1 } as const;
  const hint = { severity: 'SUGGESTION', text: 'shorter names' } as const;

  test('is recorded by wave, and a review replaces the one before it', () => {
    const { frame } = given(started({ stage: 'executing' })).when(
      light(1, { findings: [blocker] }),
      light(2, { findings: [hint] }),
      light(1, { findings: [hint] }),
      review(1, { findings: [blocker] }),
    );
    expect(frame.workflow?.findings).toEqual([{ ...hint, wave: 2 }, { ...hint, wave: 1 }, blocker]);
  });

  test('the prohibitions and the verification of the shape stay with the workflow', () => {
    const told = { mustNot: ['log tokens'], verification: 'execution output' };
    const { frame } = given(started({ stage: 'shape' })).when(
      stage('decompose', told),
      stage(undefined, { question: 'Which?' }),
    );
    expect(frame.workflow).toMatchObject(told);
  });
});
