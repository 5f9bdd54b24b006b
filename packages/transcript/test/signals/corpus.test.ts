import { describe, expect, test } from 'vitest';
import { readSignals, type SignalMode } from '../../src/index.ts';
import * as parser from '../../src/remark.ts';
import { readSignalsWith } from '../../src/signals/detect-signals.ts';
import { fixturePairs } from '../fixture-pairs.ts';

const pairs = fixturePairs('signals', '.md');

describe('signals in the corpus', () => {
  test('has at least 150 cases', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(150);
  });

  test.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
    const options = modeOf(pair.expected());
    const read = readSignals(pair.input, options);
    pair.update({ nearMiss: undefined, ...read });
    const { signals, nearMiss } = pair.expected();
    expect(read).toEqual({ signals, nearMiss });

    const parsing = { loadParser: () => parser, isPlain: () => false };
    expect(readSignalsWith(parsing, pair.input, options), 'without the shortcut').toEqual(read);
  });
});

function modeOf(expected: Readonly<Record<string, unknown>>): { mode?: SignalMode } {
  const mode = expected['mode'];
  return mode === undefined ? {} : { mode: mode as SignalMode };
}
