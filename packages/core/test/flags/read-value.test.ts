import { expect, test } from 'vitest';
import type { FlagKind } from '../../src/flags/flag.ts';
import { readValue } from '../../src/flags/read-value.ts';

function read(kind: FlagKind, text: string, values?: readonly string[]): unknown {
  const given = readValue({ name: 'x', kind, summary: '', ...(values && { values }) }, text);
  return given.ok ? given.value : undefined;
}

test.each<[FlagKind, string, unknown]>([
  ['iterations', '12', 12],
  ['iterations', 'unlimited', null],
  ['iterations', 'none', undefined],
  ['iterations', '-1', undefined],
  ['iterations', '1.5', undefined],
  ['budget', '2.50', 2.5],
  ['budget', '$5', 5],
  ['budget', 'none', null],
  ['budget', 'NaN', undefined],
  ['budget', 'Infinity', undefined],
  ['tokens', '2000000', 2_000_000],
  ['minutes', '1.5', 90_000],
  ['minutes', 'none', null],
  ['duration', '90s', 90_000],
  ['duration', '10m', 600_000],
  ['duration', '1h', 3_600_000],
  ['duration', '250ms', 250],
  ['duration', '0s', undefined],
  ['duration', '30', undefined],
  ['duration', '999999999h', undefined],
  ['whole', '7', 7],
  ['whole', '0x10', undefined],
  ['whole', '', undefined],
])('%s "%s" is %j', (kind, text, value) => {
  expect(read(kind, text)).toEqual(value);
});

test('a choice may be shortened as long as only one can be meant', () => {
  const values = ['tool', 'tool-review', 'colleague'];
  expect(read('choice', 'col', values)).toBe('colleague');
  expect(read('choice', 'tool', values)).toBe('tool');
  expect(read('choice', 'too', values)).toBeUndefined();
  expect(read('choice', '', values)).toBeUndefined();
  expect(read('choice', 'execution', ['execution output', 'observation'])).toBe('execution output');
});
