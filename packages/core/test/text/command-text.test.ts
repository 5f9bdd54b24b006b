import { expect, test } from 'vitest';
import { commandText } from '../../src/text/command-text.ts';

test.each([
  ['npm test', 'npm test'],
  ['a &&\nb', 'a && b'],
  [['npm', 'run', 'two words', ''], 'npm run "two words" ""'],
])('writes %j as %s', (command, text) => {
  expect(commandText(command)).toBe(text);
});
