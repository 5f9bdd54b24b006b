import { describe, expect, test } from 'vitest';
import { criterion, done, step, tick, undone } from '../support/commands.ts';
import { AT, type AnyLoose, given, started } from '../support/given.ts';

const check = { command: 'npm test' };
const loop = given(
  started({
    criteria: [{ name: 'lint clean' }, { name: 'tests pass', check }],
    steps: ['one', 'two', 'one', '2', '1x'],
  }),
);

test('the signal is set and taken back, and a repetition changes nothing', () => {
  expect(loop.when(done).frame.exitSignal).toBe(true);
  expect(loop.when(done, undone).frame.exitSignal).toBe(false);
  expect(loop.when(undone).refused).toBe('nothing-to-change');
});

describe('steps', () => {
  const marks = (...commands: readonly AnyLoose[]): string =>
    loop
      .when(...commands)
      .frame.steps.map(({ isDone }) => (isDone ? 'x' : '.'))
      .join('');

  test.each([
    ['their place before their name', [step('done', '2')], '.x...'],
    ['their place', [step('done', '4')], '...x.'],
    ['a name that only begins as a number', [step('done', '1x')], '....x'],
    ['their name', [step('done', 'two')], '.x...'],
    ['the first of equal names that can be done', [step('done', 'one'), step('done', 'one')], 'x.x..'],
    ['the first of equal names that can be undone', [step('done', '3'), step('undo', 'one')], '.....'],
  ])('are found by %s', (_, commands, marked) => {
    expect(marks(...commands)).toBe(marked);
  });

  test('the tenth is found by its place', () => {
    const steps = Array.from({ length: 12 }, (_, index) => `s${index + 1}`);
    const { frame } = given(started({ steps })).when(step('done', '10'));
    expect(frame.steps.filter(({ isDone }) => isDone).map(({ name }) => name)).toEqual(['s10']);
  });

  test.each<readonly [string, readonly AnyLoose[]]>([
    ['nothing-to-change: 1', [step('done', '1'), step('done', '1')]],
    ['nothing-to-change: two', [step('undo', 'two')]],
    ['nothing-to-change: one', [step('done', 'one'), step('done', 'one'), step('done', 'one')]],
    ['bad-name:  ', [step('add', ' ')]],
    ...['0', '6', '1000000', '-1', '1.0', 'three', ''].map(
      (name) => [`unknown-step: ${name}`, [step('done', name)]] as const,
    ),
  ])('are refused as %s', (refusal, commands) => {
    expect(loop.when(...commands).refused).toBe(refusal);
  });

  test('are added at the end, and removed by place or as the first open one of a name', () => {
    expect(loop.when(step('add', 'three')).frame.steps.at(-1)).toEqual({ name: 'three', isDone: false });
    const left = (...commands: AnyLoose[]): string[] =>
      loop.when(...commands).frame.steps.map(({ name, isDone }) => `${name}${isDone ? '!' : ''}`);
    expect(left(step('remove', '1'))).toEqual(['two', 'one', '2', '1x']);
    expect(left(step('done', 'one'), step('remove', 'one'))).toEqual(['one!', 'two', '2', '1x']);
  });
});

describe('criteria', () => {
  test('without a check are ticked with their basis, and unticked once', () => {
    const note = { basis: 'measurement', note: 'oxlint says 0' };
    const ticked = (more: object) => loop.when(criterion('tick', 'lint clean', more)).frame.criteria[0]?.tick;
    expect(ticked(note)).toEqual({ at: AT, ...note });
    expect(ticked({})).toEqual({ at: AT, basis: 'observation' });
    const untick = criterion('untick', 'lint clean');
    expect(loop.when(tick('lint clean'), untick).frame.criteria[0]).toEqual({
      name: 'lint clean',
      failures: 0,
    });
    expect(loop.when(untick).refused).toBe('nothing-to-change: lint clean');
  });

  test('are added with or without a check, and removed again', () => {
    const added = { name: 'docs', failures: 0, isExtra: true };
    expect(loop.when(criterion('add', 'docs', { check })).frame.criteria.at(-1)).toEqual({ ...added, check });
    expect(loop.when(criterion('add', 'docs')).frame.criteria.at(-1)).toEqual(added);
    const { frame } = loop.when(criterion('add', 'docs'), criterion('remove', 'docs'));
    expect([frame.criteria.length, frame.amendments]).toEqual([2, undefined]);
  });

  test.each<readonly [string, AnyLoose]>([
    ['nothing-to-change: lint clean', criterion('add', 'lint clean')],
    ['checked-criterion: tests pass', criterion('tick', 'tests pass')],
    ['checked-criterion: tests pass', criterion('untick', 'tests pass')],
    ['bad-name: a\nb', criterion('add', 'a\nb')],
    ...(['tick', 'untick', 'remove'] as const).map(
      (action) => ['unknown-criterion: constructor', criterion(action, 'constructor')] as const,
    ),
  ])('are refused as %s: %o', (refusal, command) => {
    expect(loop.when(command).refused).toBe(refusal);
  });
});
