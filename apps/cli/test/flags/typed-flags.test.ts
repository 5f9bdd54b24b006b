import { expect, test } from 'vitest';
import { parseArguments } from '@loopwright/core/flags';
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
