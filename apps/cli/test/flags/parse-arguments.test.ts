import { expect, test } from 'vitest';
import { parseArguments } from '@loopwright/core/flags';
import { verbs } from '../../src/verbs.ts';

function parse(name: keyof typeof verbs, ...typed: string[]): unknown {
  const parsed = parseArguments(verbs[name], typed);
  if (!parsed.ok) return parsed.problem;
  const { words, flags, handedOn } = parsed.arguments;
  return handedOn.length > 0 ? { words, flags, handedOn } : { words, flags };
}

test('arguments after two dashes go to another program if the verb passes them on', () => {
  expect(parse('run', 'fix', 'it', '--json', '--', '--model', 'x', '--', 'y')).toEqual({
    words: ['fix', 'it'],
    flags: { json: true },
    handedOn: ['--model', 'x', '--', 'y'],
  });
});

test('flags stand before, between and after the words, with a space or an equals sign', () => {
  expect(parse('start', '--budget=5', 'fix', '--iterations', '3', 'it', '--force')).toEqual({
    words: ['fix', 'it'],
    flags: { budget: 5, iterations: 3, force: true },
  });
});

test('after two dashes everything is words', () => {
  expect(parse('start', '--force', '--', '--budget', '-x')).toEqual({
    words: ['--budget', '-x'],
    flags: { force: true },
  });
});

test('one dash alone is a word, since it stands for standard input', () => {
  expect(parse('start', '-')).toEqual({ words: ['-'], flags: {} });
});

test('lists grow with every time they are given', () => {
  expect(parse('start', '--criteria', 'a; b', '--criteria=c')).toEqual({
    words: [],
    flags: { criteria: ['a; b', 'c'] },
  });
});

test('a value may begin with dashes and hold an equals sign', () => {
  expect(parse('start', '--check', 'tests=npm test -- --run', '--steps=--a=b')).toMatchObject({
    flags: { check: ['tests=npm test -- --run'], steps: ['--a=b'] },
  });
});

test('every verb takes the flags that all have in common', () => {
  expect(parse('status', '--json', '--session', 's', '--project', '/p', '--run=r', '--no-color')).toEqual({
    words: [],
    flags: { json: true, session: 's', project: '/p', run: 'r', 'no-color': true },
  });
});

test.each([
  ['--itertions', '3', 'There is no flag --itertions', '--iterations'],
  ['--bugdet=5', '', 'There is no flag --bugdet', '--budget'],
  ['-x', '', 'There is no flag -x', undefined],
  ['--colour', '', 'There is no flag --colour', undefined],
])('an unknown flag %s is a problem with a suggestion', (flag, next, message, suggestion) => {
  expect(parse('start', 'fix', flag, ...(next === '' ? [] : [next]))).toEqual({
    message,
    ...(suggestion && { suggestion }),
  });
});

test.each([
  [['--budget'], '--budget needs a value: --budget USD|none'],
  [['--budget', 'lots'], '--budget takes an amount in dollars above 0, or "none", not "lots"'],
  [['--iterations=0'], '--iterations takes a whole number above 0, or "unlimited", not "0"'],
  [['--iterations=1e3'], '--iterations takes a whole number above 0, or "unlimited", not "1e3"'],
  [['--shape', 'square'], '--shape takes one of tool, tool-review, colleague, not "square"'],
  [['--ttl', '10'], '--ttl takes a time such as 90s, 10m or 1h, not "10"'],
  [['--force=yes'], '--force takes no value, not "yes"'],
])('%j is a problem that names the expected form', (typed, message) => {
  expect(parse('start', ...typed)).toEqual({ message });
});

test('an unknown action is a problem', () => {
  expect(parse('signal', 'dnoe')).toEqual({
    message: '"dnoe" is not one of: done, undo',
    suggestion: 'done',
  });
  expect(parse('signal')).toEqual({ message: 'Something is missing: <done|undo>' });
  expect(parse('signal', 'done', 'now')).toEqual({ message: 'That is too much: "now"' });
  expect(parse('status', 'all')).toEqual({ message: 'It takes no words, but got "all"' });
});

test('--help works beside any other arguments', () => {
  expect(parse('status', 'all', '--help')).toEqual({ words: ['all'], flags: { help: true } });
});

test('names that every object has are no flags', () => {
  expect(parse('start', '--constructor')).toEqual({ message: 'There is no flag --constructor' });
  expect(parse('start', '--__proto__=1')).toEqual({ message: 'There is no flag --__proto__' });
});
