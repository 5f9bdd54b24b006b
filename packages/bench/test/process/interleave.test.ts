import { expect, test } from 'vitest';
import { interleave, samplesOf } from '../../src/process/interleave.ts';

test('subjects take turns, begin in turns, and the first round isn’t counted', () => {
  const order: string[] = [];
  const subject = (name: string) => ({
    name,
    prepare: () => void order.push(`prepare ${name}`),
    measure: () => order.push(name),
  });
  const samples = interleave([subject('a'), subject('b')], 2);
  expect(order.filter((name) => name.length === 1).join('')).toBe('abbaab');
  expect(order.slice(0, 2)).toEqual(['prepare a', 'a']);
  expect(samplesOf(samples, 'a')).toHaveLength(2);
  expect(samplesOf(samples, 'b')).toHaveLength(2);
  expect(() => samplesOf(samples, 'c')).toThrow(/not measured/);
});

test('a wrong answer stops the measurement', () => {
  const wrong = {
    name: 'wrong',
    measure: () => {
      throw new Error('it let go');
    },
  };
  expect(() => interleave([wrong], 1)).toThrow('it let go');
});
