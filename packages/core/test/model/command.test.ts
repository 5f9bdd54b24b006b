import { expect, test } from 'vitest';
import { commandSchema as command } from '../../src/model/command.ts';
import { AT } from '../support/given.ts';

test.each(['', 'explode', 'toString'])('a value of type %j is no command', (type) => {
  expect(command.safeParse({ type, at: AT }).success).toBe(false);
});

test.each([
  ['a count of tools that is no whole number', { type: 'observe', at: AT, tools: 0.5 }],
  ['a negative count of blockers', { type: 'review', at: AT, blockers: -1 }],
  [
    'negative spending',
    { type: 'prompt', at: AT, source: 'prompt', spent: { usd: -1, tokens: 0, from: '', to: 'a' } },
  ],
])('%s is refused', (_what, asked) => {
  expect(command.safeParse(asked).success).toBe(false);
});
