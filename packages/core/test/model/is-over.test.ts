import { describe, expect, test } from 'vitest';
import { isCounting, owesLastTurn, isOver } from '../../src/model/state.ts';
import type { Run } from '../../src/model/run.ts';
import { AT, runAfter } from '../support/given.ts';

const active = runAfter({ type: 'start' });
const runIn = (status: Run['status'], more: Partial<Run> = {}): Run => ({
  ...active,
  status,
  ...(status !== 'active' &&
    status !== 'draft' && { ending: { kind: 'paused', at: AT, cause: { kind: 'hand' } } }),
  ...more,
});

describe('a run', () => {
  test.each([
    ['draft', false],
    ['active', false],
    ['paused', false],
    ['stuck', false],
    ['completed', true],
    ['aborted', true],
    ['cancelled', true],
  ] as const)('that is %s is over: %s', (status, over) => {
    expect(isOver(runIn(status))).toBe(over);
  });
});

describe('the cost of the last turn', () => {
  test.each([
    ['draft', false],
    ['active', false],
    ['paused', true],
    ['stuck', true],
    ['completed', true],
    ['aborted', true],
    ['cancelled', true],
  ] as const)('of a run that is %s is still to be counted: %s', (status, counting) => {
    expect(owesLastTurn(runIn(status))).toBe(counting);
  });

  test('is counted like that of every turn while the run goes on', () => {
    expect(isCounting(runIn('active'))).toBe(true);
    expect(isCounting(runIn('draft'))).toBe(false);
    expect(isCounting(runIn('paused'))).toBe(true);
    expect(isCounting(runIn('paused', { isSettled: true }))).toBe(false);
  });

  test('is counted once, and not where nothing ended', () => {
    expect(owesLastTurn(runIn('completed', { isSettled: true }))).toBe(false);
    const { ending: _ending, ...unended } = runIn('completed');
    expect(owesLastTurn(unended)).toBe(false);
  });
});

test.each(['active', 'draft'] as const)(
  'an ending that a run still carries while it is %s ended no turn of it',
  (status) => {
    const ending = { kind: 'paused', at: AT, cause: { kind: 'hand' } } as const;
    expect(owesLastTurn(runIn(status, { ending }))).toBe(false);
    expect(isCounting(runIn(status, { ending }))).toBe(status === 'active');
  },
);
