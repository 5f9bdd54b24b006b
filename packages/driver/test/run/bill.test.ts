import { begunMark, unbilledSession } from '@loopwright/core';
import { expect, test } from 'vitest';
import { chargeOf, spentOf } from '../../src/run/bill.ts';
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

test('the charge for a killed client is the best knowledge of its cost', () => {
  const unknown = { read: undefined, seen: undefined, reservedUsd: 10 };
  const [less, more, none] = [1, 2, 0].map((usd) => ({ usd, tokens: usd }));
  const final = { usd: 1, tokens: 1, isFinal: true };
  expect(chargeOf({ ...unknown, seen: final, read: more })).toEqual({ bill: final });
  expect(chargeOf({ ...unknown, read: more, seen: less })).toEqual({ bill: more });
  expect(chargeOf({ ...unknown, read: less, seen: more })).toEqual({ bill: more });
  expect(chargeOf({ ...unknown, read: less })).toEqual({ bill: less });
  const request = { bill: { usd: 0.5, tokens: 0 }, guess: 'request' };
  expect(chargeOf({ ...unknown, read: none })).toEqual(request);
  expect(chargeOf({ ...unknown, seen: none })).toEqual(request);
  expect(chargeOf({ ...unknown, seen: none, reservedUsd: 0.2 }).bill.usd).toBe(0.2);
  expect(chargeOf(unknown)).toEqual({ bill: { usd: 10, tokens: 0 }, guess: 'reservation' });
});
