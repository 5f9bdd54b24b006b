import { describe, expect, test } from 'vitest';
import { foldUsage, NO_USAGE, parseEntries, priceUsage, summarizeUsage } from '../../src/index.ts';
import { assistantLine, type AssistantLine } from '../transcript-lines.ts';

function entriesOf(...lines: AssistantLine[]): ReturnType<typeof parseEntries> {
  return parseEntries(lines.map(assistantLine));
}

describe('usage that is counted', () => {
  test('is of no line without usage, and of no line but those of Claude', () => {
    const user = JSON.stringify({ type: 'user', message: { usage: { input_tokens: 5 } } });
    expect(foldUsage(NO_USAGE, [...entriesOf({ id: 'a' }), ...parseEntries([user])])).toEqual(NO_USAGE);
  });

  test('is counted by model, speed and length of the prompt', () => {
    const state = foldUsage(
      NO_USAGE,
      entriesOf(
        { id: 'a', model: 'm', usage: { input_tokens: 100_000 } },
        { id: 'b', model: 'm', usage: { input_tokens: 100_000, cache_read_input_tokens: 1 } },
        { id: 'c', model: 'm', usage: { input_tokens: 1, speed: 'fast' } },
        { id: 'd', model: 'n', usage: { input_tokens: 1 } },
      ),
    );
    expect(state.buckets.map(({ model, speed, prompt }) => [model, speed, prompt])).toEqual([
      ['m', 'standard', 'short'],
      ['m', 'standard', 'long'],
      ['m', 'fast', 'short'],
      ['n', 'standard', 'short'],
    ]);
  });

  test('includes advisors by their own model, once for all lines of a message', () => {
    const advice = { type: 'advisor_message', model: 'b', input_tokens: 30, output_tokens: 4 };
    const iterations = [
      { type: 'message', input_tokens: 1 },
      advice,
      { type: 'message', input_tokens: 1 },
      advice,
    ];
    const usage = { input_tokens: 2, iterations };
    const lines = entriesOf({ id: 'm', model: 'a', usage }, { id: 'm', model: 'a', usage });
    expect(foldUsage(NO_USAGE, lines).buckets).toMatchObject([
      { model: 'a', tokens: { input: 2, output: 0 } },
      { model: 'b', tokens: { input: 60, output: 8 } },
    ]);
  });

  test('moves to a long prompt with a later line that says more, and leaves nothing behind', () => {
    const state = foldUsage(
      NO_USAGE,
      entriesOf(
        { id: 'a', usage: { input_tokens: 1 } },
        { id: 'a', usage: { cache_read_input_tokens: 100_000 } },
      ),
    );
    expect(state.buckets).toMatchObject([{ prompt: 'long', tokens: { input: 1, cacheRead: 100_000 } }]);
  });

  test('of a line without a model belongs to an unknown one', () => {
    const line = JSON.stringify({ type: 'assistant', message: { id: 'a', usage: { input_tokens: 1 } } });
    expect(priceUsage(foldUsage(NO_USAGE, parseEntries([line]))).unknownModels).toEqual(['unknown']);
  });

  test('remembers the 256 messages whose lines came last', () => {
    const first = foldUsage(
      NO_USAGE,
      entriesOf(
        ...Array.from({ length: 256 }, (_, index) => ({ id: `m${index}`, usage: { input_tokens: 1 } })),
      ),
    );
    expect(first.recent).toHaveLength(256);
    // A line of the oldest makes it the newest; then the next oldest is forgotten.
    const second = foldUsage(
      first,
      entriesOf({ id: 'm0', usage: { input_tokens: 1 } }, { id: 'new', usage: { input_tokens: 1 } }),
    );
    expect(second.recent).toHaveLength(256);
    expect(second.recent.map(({ key }) => key).slice(-2)).toEqual(['m0', 'new']);
    expect(second.recent.map(({ key }) => key)).not.toContain('m1');
    expect(priceUsage(second).tokens.input).toBe(257);
  });

  test('remembers no line without an id', () => {
    expect(foldUsage(NO_USAGE, entriesOf({ usage: { input_tokens: 1 } })).recent).toEqual([]);
  });
});

describe('a summary of usage', () => {
  test('adds up models, speeds and kinds of tokens', () => {
    const summary = summarizeUsage(
      entriesOf(
        { id: 'a', model: 'claude-opus-5-5', usage: { input_tokens: 1_000_000, output_tokens: 1_000_000 } },
        { id: 'b', model: 'claude-opus-5-5', usage: { cache_read_input_tokens: 1_000_000, speed: 'fast' } },
        {
          id: 'c',
          model: 'claude-haiku-4-5',
          usage: {
            cache_creation_input_tokens: 3_000_000,
            cache_creation: { ephemeral_1h_input_tokens: 1_000_000, ephemeral_5m_input_tokens: 500_000 },
          },
        },
      ),
    );
    expect(summary.totalTokens).toBe(6_000_000);
    expect(summary.tokens).toEqual({
      input: 1_000_000,
      output: 1_000_000,
      cacheRead: 1_000_000,
      cacheWrite5m: 2_000_000,
      cacheWrite1h: 1_000_000,
      webSearches: 0,
    });
    // 4 + 20 + 0.4, and of the other model 2 × 1.25 + 2.
    expect(summary.byModel.map(({ model, costUsd }) => [model, Math.round(costUsd * 1_000) / 1_000])).toEqual(
      [
        ['claude-opus-5-5', 24.4],
        ['claude-haiku-4-5', 4.5],
      ],
    );
    expect(summary.costUsd).toBeCloseTo(28.9, 10);
    expect(summary.unknownModels).toEqual([]);
  });

  test('prices a model without a fast mode as ever, however fast it was', () => {
    const usage = { input_tokens: 1_000_000, speed: 'fast' };
    expect(summarizeUsage(entriesOf({ id: 'a', model: 'claude-haiku-4-5', usage })).costUsd).toBeCloseTo(
      1,
      10,
    );
  });

  test('counts cache writes whose sum a line does not give', () => {
    const usage = { cache_creation: { ephemeral_1h_input_tokens: 9, ephemeral_5m_input_tokens: 4 } };
    expect(summarizeUsage(entriesOf({ id: 'a', usage })).tokens).toMatchObject({
      cacheWrite5m: 4,
      cacheWrite1h: 9,
    });
  });

  test('counts no fewer than nothing where the parts of a cache write exceed the whole', () => {
    const usage = { cache_creation_input_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 9 } };
    expect(summarizeUsage(entriesOf({ id: 'a', usage })).tokens).toMatchObject({
      cacheWrite5m: 0,
      cacheWrite1h: 9,
    });
  });
});
