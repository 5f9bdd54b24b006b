import { expect, test } from 'vitest';
import { receiptIn, totalSpend } from '../../src/decide/receipt.ts';
import { spent, stop } from '../support/commands.ts';
import { AT, given, openedWith, result, started } from '../support/given.ts';

test('the receipt is found wherever it stands among the events', () => {
  const { events } = given(started()).when(stop);
  const receipt = receiptIn(events);
  expect(receipt).toMatchObject({ rule: 'continue' });
  expect(receiptIn([...events, { type: 'heard', at: AT }])).toBe(receipt);
  expect(receiptIn([{ type: 'heard', at: AT }])).toBeUndefined();
});

test('a receipt names the last fifty checks', () => {
  const names = Array.from({ length: 60 }, (_, index) => `c${index}`);
  const criteria = names.map((name) => ({ name, check: { command: 'x' } }));
  const { events } = given(started({ criteria })).when(
    { type: 'verify', results: names.map((name) => result(name, false)) },
    stop,
  );
  expect(receiptIn(events)?.checks.map(({ criterion }) => criterion)).toEqual(names.slice(10));
});

test('a run without a frame has cost nothing', () => {
  expect(totalSpend(given(openedWith({}, { frames: [] })).run!)).toEqual({ usd: 0, tokens: 0 });
});

test('a check-in has one receipt, on the answer and not on the warning before it', () => {
  const { events } = given(started({ shape: 'colleague' })).when({
    type: 'stop',
    ...spent(13, 1),
  });
  expect(events.map((event) => [event.type, 'receipt' in event])).toEqual([
    ['spent', false],
    ['noted', false],
    ['let-go', true],
  ]);
});
