import { expect, test } from 'vitest';
import { begunMark, spentOf, unbilledSession } from '../../src/run/bill.ts';
import { runAfter } from '../support/run-after.ts';

test('a run counts a bill once, and only for the client that it began', () => {
  const bill = { usd: 2, tokens: 10 };
  const begun = {
    type: 'observe',
    tools: 0,
    spent: { usd: 0, tokens: 0, from: '', to: begunMark('s') },
  } as const;
  expect(unbilledSession(runAfter(begun).usageMark)).toBe('s');
  const pay = { type: 'observe', tools: 0, spent: spentOf(bill, 's') } as const;
  const paid = runAfter(begun, pay, pay, { ...pay, spent: spentOf(bill, 'another') });
  expect(paid.frames[0]?.spend).toEqual(bill);
  expect(unbilledSession(paid.usageMark)).toBeUndefined();
});
