import { expect, test } from 'vitest';
import { chargeOf } from '../../src/run/bill.ts';

test('the charge for a killed client is the best knowledge of its cost', () => {
  const [less, more, none] = [1, 2, 0].map((usd) => ({ usd, tokens: usd }));
  const final = { usd: 1, tokens: 1, isFinal: true };
  expect(chargeOf(final, more, 10)).toEqual({ bill: final });
  expect(chargeOf(less, more, 10)).toEqual({ bill: more });
  expect(chargeOf(more, less, 10)).toEqual({ bill: more });
  expect(chargeOf(undefined, less, 10)).toEqual({ bill: less });
  const request = { bill: { usd: 0.5, tokens: 0 }, guess: 'request' };
  expect(chargeOf(undefined, none, 10)).toEqual(request);
  expect(chargeOf(none, undefined, 10)).toEqual(request);
  expect(chargeOf(none, undefined, 0.2).bill.usd).toBe(0.2);
  expect(chargeOf(undefined, undefined, 10)).toEqual({ bill: { usd: 10, tokens: 0 }, guess: 'reservation' });
});
