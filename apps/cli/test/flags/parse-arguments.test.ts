import { expect, test } from 'vitest';
import { parseArguments } from '@loopwright/core/flags';
import { verbs } from '../../src/verbs.ts';

function parse(name: keyof typeof verbs, ...typed: readonly string[]): unknown {
  const parsed = parseArguments(verbs[name], typed);
  return parsed.ok ? parsed.arguments : parsed.problem;
}

test.each<readonly [string, keyof typeof verbs, readonly string[], object]>([
  [
    'arguments after two dashes go to another program if the verb passes them on',
    'run',
    ['fix', 'it', '--json', '--', '--model', 'x', '--', 'y'],
    { words: ['fix', 'it'], flags: { json: true }, handedOn: ['--model', 'x', '--', 'y'] },
  ],
  [
    'flags stand before, between and after the words, with a space or an equals sign',
    'start',
    ['--budget=5', 'fix', '--iterations', '3', 'it', '--force'],
    { words: ['fix', 'it'], flags: { budget: 5, iterations: 3, force: true } },
  ],
  [
    'names that other tools have for a flag are read',
    'start',
    ['--max-iterations', '3', '--criterion=a'],
    { flags: { iterations: 3, criteria: ['a'] } },
  ],
  [
    'after two dashes everything is words',
    'start',
    ['--force', '--', '--budget', '-x'],
    { words: ['--budget', '-x'], flags: { force: true } },
  ],
  ['one dash alone is a word, since it stands for standard input', 'start', ['-'], { words: ['-'] }],
  [
    'lists grow with every time they are given',
    'start',
    ['--criteria', 'a; b', '--criteria=c'],
    { flags: { criteria: ['a; b', 'c'] } },
  ],
  [
    'a value may begin with dashes and hold an equals sign',
    'start',
    ['--check', 'tests=npm test -- --run', '--steps=--a=b'],
    { flags: { check: ['tests=npm test -- --run'], steps: ['--a=b'] } },
  ],
  [
    'every verb takes the flags that all have in common',
    'status',
    ['--json', '--session', 's', '--project', '/p', '--run=r', '--no-color'],
    { flags: { json: true, session: 's', project: '/p', run: 'r', 'no-color': true } },
  ],
  [
    '--help works beside any other arguments',
    'status',
    ['all', '--help'],
    { words: ['all'], flags: { help: true } },
  ],
])('%s', (_what, verb, typed, expected) => {
  expect(parse(verb, ...typed)).toEqual({ words: [], flags: {}, handedOn: [], ...expected });
});

test.each<readonly [string, string, string?]>([
  ['start --itertions 3', 'There is no flag --itertions', '--iterations'],
  ['start --bugdet=5', 'There is no flag --bugdet', '--budget'],
  ['start -x', 'There is no flag -x'],
  ['start --colour', 'There is no flag --colour'],
  // Names that every object has.
  ['start --constructor', 'There is no flag --constructor'],
  ['start --__proto__=1', 'There is no flag --__proto__'],
  ['start --budget', '--budget needs a value: --budget USD|none'],
  ['start --budget lots', '--budget takes an amount in dollars above 0, or "none", not "lots"'],
  ['start --iterations=0', '--iterations takes a whole number above 0, or "unlimited", not "0"'],
  ['start --iterations=1e3', '--iterations takes a whole number above 0, or "unlimited", not "1e3"'],
  ['start --shape square', '--shape takes one of tool, tool-review, colleague, not "square"'],
  ['start --ttl 10', '--ttl takes a time such as 90s, 10m or 1h, not "10"'],
  ['start --force=yes', '--force takes no value, not "yes"'],
  ['signal dnoe', '"dnoe" is not one of: done, undo', 'done'],
  ['signal', 'Something is missing: <done|undo>'],
  ['signal done now', 'That is too much: "now"'],
  ['status all', 'It takes no words, but got "all"'],
])('`%s` is a problem that names the expected form', (line = '', message, suggestion) => {
  const [verb = '', ...typed] = line.split(' ');
  expect(parse(verb as keyof typeof verbs, ...typed)).toEqual({ message, ...(suggestion && { suggestion }) });
});
