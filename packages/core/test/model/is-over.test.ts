import { expect, test } from 'vitest';
import { isCounting, isOver, owesLastTurn } from '../../src/model/state.ts';
import { AT, runAfter } from '../support/given.ts';

const ending = { kind: 'paused', at: AT, cause: { kind: 'hand' } } as const;

test.each([
  ['draft', false, false],
  ['active', false, false],
  ['paused', false, true],
  ['stuck', false, true],
  ['completed', true, true],
  ['aborted', true, true],
  ['cancelled', true, true],
] as const)(
  'a run that is %s is over: %s, and its last turn is still to be counted: %s',
  (status, over, owes) => {
    const run = { ...runAfter({ type: 'start' }), status };
    expect(isOver(run)).toBe(over);
    expect(owesLastTurn({ ...run, ending })).toBe(owes);
    expect(isCounting({ ...run, ending })).toBe(owes || status === 'active');
    // It is counted once, and not where nothing ended.
    expect([owesLastTurn({ ...run, ending, isSettled: true }), owesLastTurn(run)]).toEqual([false, false]);
  },
);
