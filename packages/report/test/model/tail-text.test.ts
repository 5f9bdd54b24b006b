import { describe, expect, it } from 'vitest';
import { MAX_TAIL, tailText } from '../../src/model/tail-text.ts';

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
