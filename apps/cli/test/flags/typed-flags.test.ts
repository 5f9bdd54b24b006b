import { limitRules } from '@loopwright/core';
import { limitFlags, limitsOf, moreLimitFlags, parseArguments, readValue } from '@loopwright/core/flags';
import { expect, test } from 'vitest';
import { typedFlags } from '../../src/flags/typed-flags.ts';
import { verbs } from '../../src/verbs.ts';

test.each([
  [['--check', 'tests=npm test', '--check', 'lint=npm run lint', '--budget', '5']],
  [['--iterations', 'unlimited', '--budget', 'none', '--minutes', '90', '--tokens', 'none']],
  [['--timeout', '2h', '--ttl', '90s', '--force', '--shape', 'tool']],
])('flags come back as they mean the same: %j', (typed) => {
  const flags = (words: readonly string[]): unknown => {
    const parsed = parseArguments(verbs.start, words);
    return parsed.ok && parsed.arguments.flags;
  };
  const written = typedFlags(verbs.start.flags, flags(typed) as never);
  expect([...written].sort()).toEqual([...typed].sort());
  expect(flags(written)).toEqual(flags(typed));
});

test('a flag that the other verb lacks is left out', () => {
  expect(typedFlags(verbs.run.flags, { fresh: true, budget: 5 })).toEqual(['--budget', '5']);
});

test('every limit of core has a flag that sets it and one that adds to it', () => {
  const names = limitRules.map(({ flagName }) => flagName);
  expect([limitFlags, moreLimitFlags].map((flags) => flags.map(({ name }) => name))).toEqual([names, names]);
});

test.each(limitRules)('$flag: a number or its word is read, set and written as it was typed', (limit) => {
  const flag = limitFlags.find(({ name }) => name === limit.flagName)!;
  for (const text of ['3', limit.lifted]) {
    const value = text === '3' ? 3 * limit.unitSize : null;
    expect(readValue(flag, text)).toEqual({ ok: true, value });
    expect(limitsOf({ [flag.name]: value })).toEqual({ [limit.key]: value });
    expect(typedFlags([flag], { [flag.name]: value })).toEqual([limit.flag, text]);
  }
  for (const text of ['0', '-1', 'all', '']) expect(readValue(flag, text).ok).toBe(false);
});
