import { describe, expect, test } from 'vitest';
import type { CriteriaState } from '../../src/model/view-files.ts';
import type { Run } from '../../src/model/run.ts';
import { parseCriteriaState, toCriteriaState } from '../../src/views/criteria-state.ts';
import { criterion, done, step, stop, verify } from '../support/commands.ts';
import {
  AT,
  type AnyLoose,
  given,
  happened,
  openedWith,
  type Outcome,
  record,
  started,
} from '../support/given.ts';

const history = started({
  criteria: [{ name: 'lint clean' }, { name: 'tests pass', check: { command: 'npm test' } }],
  steps: ['one', 'two', 'one'],
});
const runAfter = (...commands: readonly AnyLoose[]): Run =>
  (commands.length > 0 ? given(history).when(...commands).run : given(history).run) as Run;
const fresh = runAfter();
const base = toCriteriaState(fresh);
const status = { 'lint clean': false, 'tests pass': false };

/** What becomes of an edit of the state file, read back the way it would be. */
function edit(change: object, run = fresh, projected = toCriteriaState(run)): Outcome {
  const edited = parseCriteriaState(JSON.stringify({ ...projected, ...change }));
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return record(run, { type: 'import', at: AT, base: projected, edited: edited.value });
}

const refusal = (field: string, reason: string, subject?: string): object => ({
  code: 'edit-refused',
  field,
  reason,
  ...(subject !== undefined && { subject }),
});
const stepsOf = ({ frame }: Outcome): string =>
  frame.steps.map(({ name, isDone }) => `${name}${isDone ? '!' : ''}`).join(' ');

test('an edit that can’t be read is noted with its field and its reason, and changes nothing else', () => {
  const problem = { field: 'iteration', reason: 'expected a number' };
  const outcome = record(fresh, { type: 'import', at: AT, base, edited: base, problem });
  expect(outcome.events).toEqual([{ type: 'noted', at: AT, note: { kind: 'edit-refused', ...problem } }]);
  expect(outcome.notices).toEqual([refusal('iteration', 'expected a number')]);
});

describe('the trust rule', () => {
  test('a criterion with a check can’t be ticked by hand: the edit is undone and said', () => {
    const outcome = edit({ criteriaStatus: { ...status, 'tests pass': true } });
    const note = { kind: 'tick-undone', criterion: 'tests pass' };
    expect(outcome.frame.criteria[1]).not.toHaveProperty('tick');
    expect(outcome.notices).toEqual([{ code: 'tick-undone', criterion: 'tests pass' }]);
    expect(outcome.frame.notes).toEqual([note]);
    const next = given({ type: 'opened', at: AT, run: outcome.run! }).whenStopped();
    expect(next.verdict).toMatchObject({ kind: 'block', notes: [note] });
  });

  test('nor be taken back by hand once its check passed', () => {
    const outcome = edit({ criteriaStatus: status }, runAfter(verify('tests pass', true)));
    expect(outcome.frame.criteria[1]?.evidence?.passed).toBe(true);
    expect(outcome.notices).toEqual([refusal('criteriaStatus', 'checked', 'tests pass')]);
  });

  test('a criterion without a check can, and is recorded as claimed', () => {
    const ticked = edit({ criteriaStatus: { ...status, 'lint clean': true } });
    expect(ticked.frame.criteria[0]?.tick).toEqual({ at: AT, basis: 'observation' });
    expect(edit({ criteriaStatus: status }, ticked.run).frame.criteria[0]?.tick).toBeUndefined();
  });

  test('a criterion can be added, ticked or not, whatever its name, but not dropped', () => {
    const added = edit({
      criteria: [...base.criteria, 'constructor', 'types'],
      criteriaStatus: { ...status, constructor: true },
    });
    expect(added.frame.criteria.slice(2)).toEqual([
      { name: 'constructor', failures: 0, tick: { at: AT, basis: 'observation' } },
      { name: 'types', failures: 0 },
    ]);
    const dropped = edit({ criteria: ['lint clean'], criteriaStatus: {} });
    expect(dropped.frame.criteria).toHaveLength(2);
    expect(dropped.notices).toEqual([refusal('criteria', 'criteria-stay', 'tests pass')]);
  });

  test('a name that can’t be one is refused, and said', () => {
    const outcome = edit({
      criteria: [...base.criteria, 'a\nb'],
      criteriaStatus: { ...status, 'a\nb': true },
      steps: ['one', 'two', 'one', '', 'three'],
    });
    expect(outcome.types).toEqual(['noted', 'noted', 'planned']);
    expect(stepsOf(outcome)).toBe('one two one three');
    expect(outcome.notices).toEqual([
      refusal('criteria', 'bad-name', 'a\nb'),
      refusal('steps', 'bad-name', ''),
    ]);
  });

  test('a criterion that the run got or dropped meanwhile keeps its check, or is not ticked', () => {
    const docs = { criteria: [...base.criteria, 'docs'], criteriaStatus: { ...status, docs: true } };
    const got = edit(docs, runAfter(criterion('add', 'docs', { check: { command: 'x' } })), base);
    expect(got.frame.criteria.at(-1)).toMatchObject({ name: 'docs', check: { command: 'x' } });
    expect(got.notices).toEqual([{ code: 'tick-undone', criterion: 'docs' }]);
    const without = runAfter(criterion('remove', 'lint clean', { by: 'user' }));
    const edited = { ...base, criteria: ['tests pass'], criteriaStatus: { ...status, 'lint clean': true } };
    expect(record(without, { type: 'import', at: AT, base, edited }).types).toEqual(['noted']);
  });
});

describe('the claim', () => {
  test.each<readonly [string, object, Run, CriteriaState | undefined, boolean | undefined]>([
    ['exit_signal true', { exit_signal: true }, fresh, undefined, true],
    ['exit_signal false', { exit_signal: false }, runAfter(done), undefined, false],
    ['status completed, which completes nothing by itself', { status: 'completed' }, fresh, undefined, true],
    ['status completed, once claimed', { status: 'completed' }, runAfter(done), undefined, undefined],
    ['exit_signal true, once claimed', { exit_signal: true }, runAfter(done), base, undefined],
  ])('%s', (_, change, run, projected, isDone) => {
    const outcome = edit(change, run, projected);
    expect(outcome.events).toEqual(isDone === undefined ? [] : [{ type: 'signalled', at: AT, isDone }]);
    expect(outcome.run?.status).toBe('active');
  });

  test('status cancelled cancels', () => {
    const { run } = edit({ status: 'cancelled', exit_signal: true });
    expect(run).toMatchObject({
      status: 'cancelled',
      ending: { reason: 'state.json' },
      frames: [{ exitSignal: false }],
    });
  });
});

describe('steps', () => {
  const two = runAfter(step('done', '2'));

  test('are ticked from the first and unticked from the last of equal names', () => {
    const once = edit({ completedSteps: ['one'] });
    expect(stepsOf(once)).toBe('one! two one');
    const twice = edit({ completedSteps: ['one', 'one'] }, once.run);
    expect(stepsOf(twice)).toBe('one! two one!');
    expect(stepsOf(edit({ completedSteps: ['one'] }, twice.run))).toBe('one! two one');
    expect(stepsOf(edit({ completedSteps: [] }, twice.run))).toBe('one two one');
  });

  test('are planned, done or not, and not again where the run got them meanwhile', () => {
    const steps = ['one', 'two', 'one', 'three', 'three'];
    expect(stepsOf(edit({ steps, completedSteps: ['three'] }))).toBe('one two one three! three');
    const got = edit({ steps: steps.slice(0, 4) }, runAfter(step('add', 'three')), base);
    expect(stepsOf(got)).toBe('one two one three');
  });

  test('are dropped while they are open, the last of equal names first, without a word', () => {
    const dropped = edit({ steps: ['one'], remainingSteps: ['one'] });
    expect([stepsOf(dropped), dropped.notices]).toEqual(['one', []]);
    expect(stepsOf(edit({ steps: ['one', 'two'], remainingSteps: [] }))).toBe('one two');
  });

  test('that are done stay on record, also if the same edit drops them from every list', () => {
    const listed = edit({ steps: ['one', 'one'], completedSteps: ['two'], remainingSteps: [] }, two);
    expect(stepsOf(listed)).toBe('one two! one');
    const projected = toCriteriaState(two);
    const edited = { ...projected, steps: ['one', 'one'] };
    const gone = record(two, { type: 'import', at: AT, base: projected, edited });
    expect(gone.notices).toEqual([refusal('steps', 'done-stays', 'two')]);
    expect(stepsOf(gone)).toBe('one two! one');
    const ticked = {
      ...base,
      steps: ['one', 'one'],
      remainingSteps: ['one', 'one'],
      completedSteps: ['two'],
    };
    const both = record(fresh, { type: 'import', at: AT, base, edited: ticked });
    expect([stepsOf(both), both.types]).toEqual(['one two! one', ['stepped', 'noted']]);
  });
});

describe('fields of the machine', () => {
  test('an iteration that was advanced by one is not counted twice', () => {
    const ahead = edit({ iteration: 1 });
    expect(ahead.frame).toMatchObject({ iteration: 1, countedAhead: true });
    const { verdict, frame } = given({ type: 'opened', at: AT, run: ahead.run! }).whenStopped();
    expect(verdict).toMatchObject({ kind: 'block', iteration: 1 });
    expect(frame).toMatchObject({ iteration: 1, countedAhead: false });
  });

  test.each([
    ['advanced by two', 2, fresh, base],
    ['advanced by nine', 9, fresh, base],
    ['set back', 0, runAfter(stop), undefined],
    ['advanced twice', 2, edit({ iteration: 1 }).run, undefined],
    ['passed by the run meanwhile', 1, runAfter(stop), base],
    ['behind the file, but one ahead of the run', 1, fresh, { ...base, iteration: 5 }],
    ['ahead of the file alone', 6, fresh, { ...base, iteration: 5 }],
  ])('one that was %s is refused', (_, iteration, run, projected) => {
    const outcome = edit({ iteration }, run, projected);
    expect(outcome.frame.iteration).toBe(run?.frames[0]?.iteration);
    expect(outcome.notices).toEqual([refusal('iteration', 'machine-counts')]);
  });

  test('the spec stays as the user typed it, the breaker counters are ignored silently', () => {
    const outcome = edit({ spec: 'something easier' });
    expect(outcome.frame.spec).toBe('Make it work');
    expect(outcome.notices).toEqual([refusal('spec', 'spec-stays')]);
    expect(edit({ circuitBreaker: { stuckCount: 4, lastUnmet: 'tests pass' } }).types).toEqual([]);
  });
});

test('unknown fields are preserved, also inside the breaker, once and up to a size', () => {
  const fields = { owner: 'me', circuitBreaker: { stuckCount: 0, lastUnmet: '', note: 'mine' } };
  const kept = edit(fields);
  expect(kept.types).toEqual(['kept']);
  expect(toCriteriaState(kept.run!)).toMatchObject(fields);
  expect([edit({}, kept.run).types, edit(fields, kept.run, base).types]).toEqual([[], []]);
  const most = 'x'.repeat(2000 - JSON.stringify({ owner: '' }).length);
  expect(edit({ owner: most }).types).toEqual(['kept']);
  expect(edit({ owner: `${most}x` }).notices).toEqual([refusal('unknown fields', 'too-large')]);
});

test.each([
  { status: 'cancelled' },
  { status: 'completed' },
  { exit_signal: true },
  { iteration: 7 },
  { spec: 'Another' },
  { colour: 'blue' },
])('a file that nobody edited changes nothing, although the run has moved on: %j', (same) => {
  expect(edit({}, fresh, { ...base, ...same } as CriteriaState)).toMatchObject({ events: [], notices: [] });
});

test('a run that is over takes no edit, nor does a draft or no run', () => {
  for (const over of ['completed', 'aborted', 'cancelled'] as const)
    expect(edit({ exit_signal: true }, given(openedWith({}, { status: over })).run).refused).toBe(
      `ended: ${over}`,
    );
  const command = { type: 'import', at: AT, base, edited: base } as const;
  expect(record(undefined, command).refused).toBe('no-run');
  expect(given(happened({ type: 'draft' })).when(command).refused).toBe('no-run');
});
