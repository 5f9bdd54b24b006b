import { describe, expect, test } from 'vitest';
import { detectSignals, lastAssistantText, parseEntries } from '../../src/index.ts';
import { fixturePairs } from '../fixture-pairs.ts';

const SESSION = '5b0c2f1e-0000-4000-8000-00000000000a';
const pairs = fixturePairs('markers', '.jsonl');

/** The signals in a transcript's last text; null if it has none. */
function signalsOf(transcript: string): unknown {
  const text = lastAssistantText(parseEntries(transcript.split('\n')), { sessionId: SESSION });
  return text === undefined ? null : detectSignals(text);
}

describe('a signal in a transcript', () => {
  test.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
    const signals = signalsOf(pair.input);
    pair.update({ signals });
    expect(signals).toEqual(pair.expected()['signals']);
  });

  test('counts in exactly one of the fourteen places where a search for the text finds it', () => {
    const fourteen = pairs.slice(0, 14);
    expect(fourteen.filter(({ input }) => input.includes('<loop-done>COMPLETE</loop-done>'))).toHaveLength(
      14,
    );
    const counted = fourteen.filter(({ input }) => (signalsOf(input) as unknown[] | null)?.length === 1);
    expect(counted.map(({ name }) => name)).toEqual(['01-said-last']);
  });
});
