import { describe, expect, it } from 'vitest';
import { countOf } from '../../src/page/count-of.ts';
import { clockText, instantText, isoText, tokensText, usdText } from '../../src/report/amounts.ts';
import { commandText } from '../../src/report/command-text.ts';
import { keepEnds, keptOf, mapCut } from '../../src/report/keep-ends.ts';
import { MAX_TAIL, tailText } from '../../src/report/tail-text.ts';

describe('amounts', () => {
  it.each([
    [0, '$0'],
    [25, '$25'],
    [0.5, '$0.50'],
    [0.0042, '$0.0042'],
    [3.7851, '$3.79'],
    [Number.NaN, '$?'],
  ])('writes %d dollars as %s', (usd, text) => expect(usdText(usd)).toBe(text));

  it.each([
    [999, '999'],
    [1000, '1k'],
    [12_430, '12.4k'],
    [231_400, '231k'],
    [3_100_000, '3.1M'],
  ])('writes %d tokens as %s', (tokens, text) => expect(tokensText(tokens)).toBe(text));

  it('writes moments in UTC, whatever the clock of the reader says', () => {
    const at = Date.UTC(2026, 2, 1, 8, 15, 30, 250);
    expect([instantText(at), clockText(at), isoText(at)]).toEqual([
      '2026-03-01 08:15:30 UTC',
      '08:15:30',
      '2026-03-01T08:15:30.250Z',
    ]);
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 1e20])(
    'takes %d, which no calendar has, as the epoch',
    (at) => {
      expect(instantText(at)).toBe('1970-01-01 00:00:00 UTC');
    },
  );

  it('counts one thing as one', () => {
    expect([countOf(1, 'check'), countOf(0, 'check'), countOf(2, 'entry', 'entries')]).toEqual([
      '1 check',
      '0 checks',
      '2 entries',
    ]);
  });
});

describe('commandText', () => {
  it('shows the parts of an argument vector apart', () => {
    expect(commandText(['npm', 'run', 'two words', ''])).toBe('npm run "two words" ""');
  });

  it('shows shell text as it stands, on one line', () => {
    expect(commandText('a &&\nb')).toBe('a && b');
  });
});

describe('keepEnds', () => {
  it('keeps a list that is short enough whole', () => {
    expect(keepEnds([1, 2, 3], 1, 2)).toEqual({ head: [1, 2, 3], left: 0, tail: [] });
  });

  it('counts what it leaves out between the ends', () => {
    const cut = keepEnds([1, 2, 3, 4, 5], 1, 2);
    expect(cut).toEqual({ head: [1], left: 2, tail: [4, 5] });
    expect(keptOf(mapCut(cut, String))).toEqual(['1', '4', '5']);
  });
});

describe('tailText', () => {
  it('shows the end of an output, without the colours and titles of a terminal', () => {
    expect(tailText('\u001b[1;31mred\u001b[0m\u001b]0;title\u0007 done\r\nnext\n')).toEqual({
      text: 'red done\nnext',
      cut: 0,
    });
  });

  it('takes what rewrites a line on a terminal as lines of their own', () => {
    expect(tailText('10 %\r20 %\r30 %').text).toBe('10 %\n20 %\n30 %');
  });

  it('keeps the last characters of a megabyte and counts the others', () => {
    const { text, cut } = tailText(`${'x'.repeat(1_000_000)}\nFAILED`);
    expect(text.endsWith('\nFAILED')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(MAX_TAIL);
    expect(text.length + cut).toBe(1_000_007);
  });

  it('keeps the last lines of very many', () => {
    const { text, cut } = tailText(Array.from({ length: 5000 }, (_, line) => `line ${line}`).join('\n'));
    expect(text.split('\n').at(-1)).toBe('line 4999');
    expect(text.split('\n')).toHaveLength(120);
    expect(cut).toBeGreaterThan(0);
  });
});
