import { expect, test } from 'vitest';
import { parseCommand, splitNamed } from '../../src/flags/parse-check.ts';

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
  expect(splitNamed('tests pass = NODE_ENV=test npm test')).toEqual({
    name: 'tests pass',
    text: 'NODE_ENV=test npm test',
  });
});

test('without a name the text is its own', () => {
  expect(splitNamed('npm test')).toEqual({ name: 'npm test', text: 'npm test' });
});
