import { expect, test } from 'vitest';
import { parseCommand, parseNamedCheck } from '../../src/flags/parse-check.ts';

test.each<[string, string | string[]]>([
  ['npm test', 'npm test'],
  ['["npm","test"]', ['npm', 'test']],
  ['[ -f done ]', '[ -f done ]'],
  ['[]', '[]'],
  ['[1]', '[1]'],
  ['["a\\u0000b"]', '["a\\u0000b"]'],
])('%s runs as %j', (typed, command) => {
  expect(parseCommand(typed)).toEqual(command);
});

test('the name ends at the first equals sign', () => {
  expect(parseNamedCheck('tests pass = NODE_ENV=test npm test')).toEqual({
    name: 'tests pass',
    command: 'NODE_ENV=test npm test',
  });
});

test('without a name the command is its own', () => {
  expect(parseNamedCheck('npm test')).toEqual({ name: 'npm test', command: 'npm test' });
});
