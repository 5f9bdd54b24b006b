import { describe, expect, test } from 'vitest';
import { detectSignals, judgeWithRemark, type SignalMode } from '../../src/index.ts';
import { outlineOf } from '../../src/markdown/outline.ts';
import { READING_LIMITS } from '../../src/markdown/said-lines.ts';
import { detectSignalsWith } from '../../src/signals/detect-signals.ts';
import { fixturePairs } from '../fixture-pairs.ts';

const pairs = fixturePairs('signals', '.md');

describe('signals in the corpus', () => {
  test('has at least 150 cases', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(150);
  });

  test.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
    const options = modeOf(pair.expected());
    const signals = detectSignals(pair.input, options);
    pair.update({ signals });
    expect(signals).toEqual(pair.expected()['signals']);

    const parsing = {
      outlineOf,
      loadJudge: () => judgeWithRemark,
      limits: READING_LIMITS,
      isPlain: () => false,
    };
    expect(detectSignalsWith(parsing, pair.input, options), 'without the shortcut').toEqual(signals);
  });
});

function modeOf(expected: Readonly<Record<string, unknown>>): { mode?: SignalMode } {
  const mode = expected['mode'];
  return mode === undefined ? {} : { mode: mode as SignalMode };
}
