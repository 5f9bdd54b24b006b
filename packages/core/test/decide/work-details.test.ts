import { describe, expect, test } from 'vitest';
import { type AnyLoose, given, happened, result, started } from '../support/given.ts';

const step = (action: 'done' | 'undo' | 'remove', name: string): AnyLoose => ({
  type: 'step',
  action,
  step: name,
});

describe('a step', () => {
  const planned = given(started({ steps: ['a', 'a', '12', '1x'] }));

  test('of several with one name is the first that the action can change', () => {
    const both = planned.when(step('done', 'a'), step('done', 'a'));
    expect(both.frame.steps.map(({ isDone }) => isDone)).toEqual([true, true, false, false]);
    const undone = planned.when(step('done', '2'), step('undo', 'a'));
    expect(undone.events).toMatchObject([{ type: 'stepped', index: 1, isDone: false }]);
    expect(planned.when(step('done', '1'), step('remove', 'a')).events).toMatchObject([
      { type: 'step-removed', index: 1 },
    ]);
  });

  test('is meant by its place only where the text is a number, and one that there is', () => {
    expect(planned.when(step('done', '2')).events).toMatchObject([{ index: 1 }]);
    expect(planned.when(step('done', '12')).events).toMatchObject([{ index: 2 }]);
    expect(planned.when(step('done', '1x')).events).toMatchObject([{ index: 3 }]);
    expect(planned.when(step('done', '0')).rejected).toMatchObject({ code: 'unknown-step' });
    expect(planned.when(step('done', '5')).rejected).toMatchObject({ code: 'unknown-step' });
  });
});

describe('the last criterion', () => {
  const checked = { command: 'x' };
  const two = happened({
    type: 'start',
    criteria: [{ name: 'a', check: checked }, { name: 'b', check: checked }, { name: 'c' }],
  });
  const tick = (basis: 'observation' | 'assumption'): AnyLoose => ({
    type: 'criterion',
    action: 'tick',
    name: 'c',
    basis,
  });

  test('gives the all-met notice when it is the last, unless it is an assumption', () => {
    const proved = happened({ type: 'start', criteria: [{ name: 'c' }] });
    expect(given(proved).when(tick('observation')).notices).toEqual([{ code: 'all-met' }]);
    expect(given(proved).when(tick('assumption')).notices).toEqual([]);
    expect(given(two).when(tick('observation')).notices).toEqual([]);
  });

  test('that fails is not, though others passed with it', () => {
    const ticked = given(two).when(tick('observation'));
    const run = given([...two, ...ticked.events]);
    const verify = (a: boolean, b: boolean): AnyLoose =>
      ({ type: 'verify', results: [result('a', a), result('b', b)] }) as AnyLoose;
    expect(run.when(verify(true, true)).notices).toEqual([{ code: 'all-met' }]);
    expect(run.when(verify(true, true), verify(true, false)).notices).toEqual([
      { code: 'ask-panel', subject: 'b' },
    ]);
    expect(run.when(verify(true, true), verify(false, false)).notices).toEqual([
      { code: 'ask-panel', subject: 'a' },
      { code: 'ask-panel', subject: 'b' },
    ]);
  });
});

describe('counsel', () => {
  const ask = (subject: string, recommendation?: string): AnyLoose =>
    ({ type: 'panel', subject, ...(recommendation !== undefined && { recommendation }) }) as AnyLoose;
  const run = given(started());

  test('is asked for once per subject, and refused by its name', () => {
    expect(run.when(ask('a')).events).toStrictEqual([
      { type: 'counselled', at: expect.any(Number), subject: 'a' },
    ]);
    expect(run.when(ask('a'), ask('b')).rejected).toBeUndefined();
    expect(run.when(ask('a'), ask('a')).rejected).toEqual({ code: 'nothing-to-change', subject: 'a' });
    expect(run.when(ask('a', ' ')).rejected).toEqual({ code: 'nothing-to-change', subject: 'a' });
    expect(run.when(ask('a\nb')).rejected).toEqual({ code: 'bad-name', subject: 'a\nb' });
  });
});

test('the tenth step is found by its place', () => {
  const steps = Array.from({ length: 12 }, (_, index) => `s${index + 1}`);
  const { frame } = given(started({ steps })).when({ type: 'step', action: 'done', step: '10' });
  expect(frame.steps.filter(({ isDone }) => isDone).map(({ name }) => name)).toEqual(['s10']);
});

test('a check that fails after it passed is no reason to say that all criteria are met', () => {
  const loop = given(started({ criteria: [{ name: 'k', check: { command: 'x' } }] }));
  const passed = { type: 'verify', results: [result('k', true)] } as const;
  const failed = { type: 'verify', results: [result('k', false)] } as const;
  expect(loop.when(passed).notices).toEqual([{ code: 'all-met' }]);
  expect(loop.when(passed, failed).notices).toEqual([{ code: 'ask-panel', subject: 'k' }]);
});
