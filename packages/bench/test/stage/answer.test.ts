import { expect, test } from 'vitest';
import { keepsGoing } from '../../src/stage/answer.ts';

test.each([
  ['{"decision":"block","reason":"go on"}', 0, true],
  ['{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"go on"}}', 0, true],
  ['', 2, true],
  ['{"decision":"block","reason":"go on"}', 1, false],
  ['{"decision":"approve"}', 0, false],
  ['{"ok":false,"reason":"go on"}', 0, false],
  ['not an object', 0, false],
  ['', 0, false],
])('an answer of %j with code %i keeps going: %s', (stdout, code, expected) => {
  expect(keepsGoing({ stdout, stderr: '', code })).toBe(expected);
});
