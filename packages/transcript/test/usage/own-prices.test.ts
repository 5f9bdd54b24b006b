import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPrice, PRICES, withOwnPrices } from '../../src/index.ts';

const own = (models: unknown) => withOwnPrices(JSON.stringify({ models }));

describe("a user's own prices", () => {
  test('stand over the list, and the rest of the list stays', () => {
    const { prices, problems } = own({
      'claude-opus-5': { input: 1, output: 2 },
      'Poem-1': { input: 4, output: 8 },
    });
    expect(problems).toEqual([]);
    expect(findPrice(prices, 'claude-opus-5').price).toMatchObject({ input: 1, output: 2 });
    expect(findPrice(prices, 'poem-1')).toMatchObject({ isKnown: true, price: { input: 4 } });
    expect(findPrice(prices, 'claude-sonnet-5')).toEqual(findPrice(PRICES, 'claude-sonnet-5'));
  });

  test('need input and output; prices of the cache follow from the input', () => {
    const { prices } = own({
      poem: { input: 4, output: 8 },
      verse: { input: 4, output: 8, cacheRead: 0, cacheWrite1h: 5 },
    });
    expect(prices.models['poem']).toEqual({
      input: 4,
      output: 8,
      cacheRead: 0.4,
      cacheWrite5m: 5,
      cacheWrite1h: 8,
    });
    expect(prices.models['verse']).toMatchObject({ cacheRead: 0, cacheWrite1h: 5 });
  });

  test('may have a fast mode and long prompts', () => {
    const { prices } = own({ poem: { input: 1, output: 2, fast: { input: 3, output: 6 } } });
    expect(prices.models['poem']?.fast).toMatchObject({ input: 3, output: 6, cacheWrite1h: 6 });
  });

  test.each([
    [{ poem: { input: -1, output: 2 } }, 'poem: input is no price'],
    [{ poem: { input: '1', output: 2 } }, 'poem: input is no price'],
    [{ poem: { input: 20_000, output: 2 } }, 'poem: input is no price'],
    [{ poem: { input: 1 } }, 'poem: it needs input and output'],
    [{ poem: 4 }, 'poem: not an object'],
    [{ poem: { input: 1, output: 2, fast: { input: 1 } } }, 'poem: fast: it needs input and output'],
  ])('that are wrong are left out and named: %j', (models, problem) => {
    const { prices, problems } = own({ ...models, verse: { input: 1, output: 1 } });
    expect(problems).toEqual([problem]);
    expect(findPrice(prices, 'poem').isKnown).toBe(false);
    expect(findPrice(prices, 'verse').isKnown).toBe(true);
  });

  test.each([
    ['{', 'it is no JSON object'],
    ['[]', 'it is no JSON object'],
    ['{"models":[]}', 'it has no "models"'],
  ])('%s: %s', (text, problem) => {
    expect(withOwnPrices(text)).toEqual({ prices: PRICES, problems: [problem] });
  });

  test('never throw, whatever the file holds, and never reach a prototype', () => {
    fc.assert(fc.property(fc.json(), (text) => Object.hasOwn(withOwnPrices(text).prices, 'models')));
    const { prices } = withOwnPrices('{"models":{"__proto__":{"input":1,"output":1}}}');
    expect(Object.getPrototypeOf(prices.models)).toBe(Object.prototype);
  });
});
