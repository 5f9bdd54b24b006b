import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { pricesText } from '../../prices/prices-text.ts';
import { findPrice, PRICES, PRICES_SOURCE, type TokenPrices } from '../../src/index.ts';

const models = Object.entries(PRICES.models);
const all: readonly (readonly [string, TokenPrices])[] = models.flatMap(([id, price]) => [
  [id, price] as const,
  ...(price.fast === undefined ? [] : [[`${id}, fast`, price.fast] as const]),
  ...(price.longPrompt === undefined ? [] : [[`${id}, long prompt`, price.longPrompt] as const]),
]);

describe('the list of prices', () => {
  test.each(all)('asks for the cache and the output in proportion to the input: %s', (_, price) => {
    expect(price.cacheWrite5m).toBeCloseTo(price.input * 1.25, 10);
    expect(price.cacheWrite1h).toBeCloseTo(price.input * 2, 10);
    expect(price.cacheRead).toBeGreaterThan(0);
    expect(price.cacheRead).toBeLessThan(price.input);
    expect(price.output).toBeCloseTo(price.input * 5, 10);
  });

  test('asks more in the fast mode, and for a long prompt', () => {
    const dearer = models.flatMap(([id, { input, fast, longPrompt }]) =>
      [fast, longPrompt].filter((price) => price !== undefined).map((price) => [id, price.input > input]),
    );
    expect(dearer.every(([, isDearer]) => isDearer)).toBe(true);
    expect(models.filter(([, { fast }]) => fast !== undefined).map(([id]) => id)).toEqual([
      'claude-fable-5-2',
      'claude-mythos-5-2',
      'claude-opus-4-6',
      'claude-opus-4-7',
      'claude-opus-4-8',
      'claude-opus-5',
      'claude-opus-5-5',
    ]);
  });

  test('is what the generator writes from the maintained list', () => {
    const text = readFileSync(new URL('../../src/usage/list-prices.ts', import.meta.url), 'utf8');
    const [, version = '', publishedOn = ''] = /genai-prices (\S+) of (\S+),/.exec(PRICES_SOURCE) ?? [];
    const list = new URL('../../node_modules/@pydantic/genai-prices/package.json', import.meta.url);
    expect((JSON.parse(readFileSync(list, 'utf8')) as { version: string }).version).toBe(version);
    const squeezed = (one: string): string => one.replaceAll(/\s+/g, '');
    expect(squeezed(text)).toBe(squeezed(pricesText({ version, publishedOn })));
  });

  test('has the date of its prices', () => {
    expect(PRICES.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test.each([
    ['claude-fable-9', 'claude-fable-5'],
    ['claude-mythos-9', 'claude-mythos-5'],
    ['claude-opus-9', 'claude-opus-5'],
    ['claude-sonnet-9', 'claude-sonnet-5'],
    ['claude-haiku-9', 'claude-haiku-4-5'],
    ['poem-1', 'claude-opus-5'],
  ])('prices %s as %s', (model, pricedAs) => {
    expect(findPrice(PRICES, model)).toMatchObject({ pricedAs, isKnown: false });
  });

  test('finds a model by the longest matching name, in any order of the list', () => {
    const price = { input: 1, output: 1, cacheWrite5m: 1, cacheWrite1h: 1, cacheRead: 1 };
    const [short, long] = [{ house: price }, { 'house-model': price }];
    for (const models of [
      { ...short, ...long },
      { ...long, ...short },
    ]) {
      const table = { ...PRICES, models };
      expect(findPrice(table, 'house-model').pricedAs).toBe('house-model');
      expect(findPrice(table, 'house-other').pricedAs).toBe('house');
    }
  });
});

describe('the price of a model', () => {
  test.each([
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
    ['claude-opus-5-20260724', 'claude-opus-5'],
    ['us.anthropic.claude-opus-4-5-20251101-v1:0', 'claude-opus-4-5'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['claude-3-5-haiku@20241022', 'claude-3-5-haiku'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['CLAUDE-FABLE-5-2', 'claude-fable-5-2'],
    ['my-claude-opus-4-5', 'claude-opus-4-5'],
  ])('of %s is that of %s', (model, listed) => {
    expect(findPrice(PRICES, model)).toMatchObject({ pricedAs: listed, isKnown: true });
  });

  test.each([
    'claude-opus-5-7',
    'claude-opus-51',
    'claude-opus-4-5x',
    'claude-opus-4-5-1',
    'claude-opus',
    'claude-haiku-6',
  ])('of %s is not known', (model) => {
    expect(findPrice(PRICES, model).isKnown).toBe(false);
  });

  test('is listed for every model that stands in for others', () => {
    for (const id of [...Object.values(PRICES.families), PRICES.otherwise])
      expect(PRICES.models).toHaveProperty([id]);
  });

  test('is missing with an error that names the model where a table names one that it does not list', () => {
    expect(() => findPrice({ ...PRICES, families: {}, otherwise: 'ghost' }, 'x')).toThrow(/"ghost"/);
  });
});
