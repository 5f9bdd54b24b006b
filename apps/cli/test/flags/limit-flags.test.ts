import { limitRules } from '@loopwright/core';
import { limitFlags, limitsOf, moreLimitFlags, readValue } from '@loopwright/core/flags';
import { expect, test } from 'vitest';
import { typedFlags } from '../../src/flags/typed-flags.ts';

test('every limit of core has a flag that sets it and one that adds to it', () => {
  const names = limitRules.map(({ flag }) => flag.slice(2));
  expect(limitFlags.map(({ name }) => name)).toEqual(names);
  expect(moreLimitFlags.map(({ name }) => name)).toEqual(names);
});

test.each(limitRules)('$flag: a number or its word is read, set and written as it was typed', (limit) => {
  const flag = limitFlags.find(({ name }) => name === limit.flagName)!;
  for (const text of ['3', limit.lifted]) {
    const read = readValue(flag, text);
    const value = text === '3' ? 3 * limit.unitSize : null;
    expect(read).toEqual({ ok: true, value });
    expect(limitsOf({ [flag.name]: value })).toEqual({ [limit.key]: value });
    expect(typedFlags([flag], { [flag.name]: value })).toEqual([limit.flag, text]);
  }
  for (const text of ['0', '-1', 'all', '']) expect(readValue(flag, text).ok).toBe(false);
});
