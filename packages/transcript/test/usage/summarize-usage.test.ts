import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foldUsage,
  NO_USAGE,
  parseEntries,
  PRICES,
  priceUsage,
  summarizeUsage,
  type UsageSummary,
} from '../../src/index.ts';
import { assistantLine, type AssistantLine } from '../transcript-lines.ts';

function usage(input: number, output: number, more: object = {}): object {
  return { input_tokens: input, output_tokens: output, ...more };
}

function summary(...lines: AssistantLine[]): UsageSummary {
  return summarizeUsage(parseEntries(lines.map(assistantLine)));
}

describe('usage', () => {
  test('is counted once for a message: the largest value of each count that the lines of a message give', () => {
    const { tokens } = summary(
      { id: 'm', usage: usage(100, 1) },
      { id: 'm', usage: usage(90, 50) },
      { id: 'm', usage: usage(0, 0) },
    );
    expect(tokens).toMatchObject({ input: 100, output: 50 });
  });

  test('goes by the request where a message has no id, then by the line', () => {
    expect(
      summary({ requestId: 'r', usage: usage(1, 0) }, { requestId: 'r', usage: usage(1, 0) }).tokens.input,
    ).toBe(1);
    expect(summary({ uuid: 'u', usage: usage(1, 0) }, { uuid: 'v', usage: usage(1, 0) }).tokens.input).toBe(
      2,
    );
    expect(summary({ usage: usage(1, 0) }, { usage: usage(1, 0) }).tokens.input).toBe(2);
  });

  test('includes what agents used', () => {
    expect(
      summary({ id: 'a', usage: usage(1, 0) }, { id: 'b', usage: usage(2, 0), isSidechain: true }).tokens
        .input,
    ).toBe(3);
  });

  test.each([-1, 1.5, Number.MAX_VALUE, '5', null, [7]])('takes %j for no count', (count) => {
    expect(summary({ id: 'a', usage: { input_tokens: count, output_tokens: 1 } }).totalTokens).toBe(1);
  });

  test('is the same however the lines are divided between calls', () => {
    const line = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      input: fc.nat(200_000),
      output: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(fc.array(line)), (parts) => {
        const entries = parts.map((part) =>
          parseEntries(
            part.map(({ id, input, output }) =>
              assistantLine({ id, model: 'claude-haiku-5-5', usage: usage(input, output) }),
            ),
          ),
        );
        const kept = entries.reduce(
          // As it would be kept between two processes.
          (state, part) => JSON.parse(JSON.stringify(foldUsage(state, part))) as typeof state,
          NO_USAGE,
        );
        const atOnce = summarizeUsage(entries.flat());
        expect(priceUsage(kept).tokens).toEqual(atOnce.tokens);
        expect(priceUsage(kept).costUsd).toBeCloseTo(atOnce.costUsd, 10);
      }),
    );
  });
});

describe('cost', () => {
  test('equals the result of the client itself', () => {
    const { costUsd } = summary({
      id: 'a',
      model: 'claude-opus-5-5',
      usage: usage(2_825, 750, { cache_read_input_tokens: 500, cache_creation_input_tokens: 250 }),
    });
    expect(costUsd).toBeCloseTo(0.02765, 10);
  });

  test('of a search on the web is counted by the request', () => {
    expect(
      summary({ id: 'a', usage: usage(0, 0, { server_tool_use: { web_search_requests: 3 } }) }).costUsd,
    ).toBeCloseTo(0.03);
  });

  test('follows the fast mode and the length of the prompt', () => {
    const million = { input_tokens: 1_000_000 };
    expect(
      summary({ id: 'a', model: 'claude-opus-5-5', usage: { ...million, speed: 'fast' } }).costUsd,
    ).toBeCloseTo(8);
    expect(summary({ id: 'a', model: 'claude-haiku-5-5', usage: million }).costUsd).toBeCloseTo(0.5);
    expect(
      summary({ id: 'a', model: 'claude-haiku-5-5', usage: { input_tokens: 100_000 } }).costUsd,
    ).toBeCloseTo(0.01);
  });

  test('of a model of no known family is never zero', () => {
    const { unknownModels, costUsd } = summary({ id: 'a', model: 'poem-1', usage: usage(1_000_000, 0) });
    expect(unknownModels).toEqual(['poem-1']);
    expect(costUsd).toBeCloseTo(5);
  });

  test('can be computed with other prices', () => {
    const price = { input: 7, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 };
    const prices = { ...PRICES, models: { ...PRICES.models, 'house-model': price } };
    const entries = parseEntries([
      assistantLine({ id: 'a', model: 'house-model', usage: usage(1_000_000, 9) }),
    ]);
    expect(summarizeUsage(entries, prices)).toMatchObject({
      costUsd: 7,
      unknownModels: [],
    });
  });
});
