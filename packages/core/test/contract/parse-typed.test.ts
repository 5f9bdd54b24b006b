import { expect, test } from 'vitest';
import { parseTyped } from '../../src/contract/parse-typed.ts';

const valuesIn = (words: string): readonly string[] =>
  parseTyped('loop:start', words).checks.map(({ typed }) => typed);

test('typed words become a spec, flags and checks, once', () => {
  expect(
    parseTyped('loop:start', 'mend it --check "tests=npm test" --judge "docs=it explains" --budget=3'),
  ).toEqual({
    spec: 'mend it',
    unclear: [],
    flags: { check: ['tests=npm test'], judge: ['docs=it explains'], budget: 3 },
    checks: [
      { typed: 'tests=npm test', name: 'tests', check: { command: 'npm test' } },
      { typed: 'docs=it explains', name: 'docs', check: { judge: 'it explains' } },
    ],
  });
});

test('the words after /loop:continue are read by its own flags', () => {
  expect(parseTyped('loop:continue', '--iterations=5 --shape tool').flags).toEqual({
    iterations: 5,
    shape: 'tool',
  });
});

test.each([
  ['a check that is its own name', 'mend it --check "npm test"', ['npm test']],
  ['a vector of arguments', `mend it --check 'tests=["npm", "test"]'`, ['tests=["npm", "test"]']],
  ['escaped quotes', String.raw`mend it --check "a=echo \"x\""`, ['a=echo "x"']],
  ['a flag in the middle, which is unclear', 'mend --check "a=b c" it', ['a=b c']],
  ['beside a flag that makes no sense', 'mend it --budget lots --check a=b', ['a=b']],
  ['no check: words after two dashes', '-- mend --check a=b', []],
  ['no check: code', 'mend `--check a=b` there', []],
])('what the user typed is a check: %s', (_, words, values) => {
  expect(valuesIn(words)).toEqual(values);
});

test('a flag that makes no sense leaves no flags, and says why', () => {
  const { flags, problem } = parseTyped('loop:start', 'mend it --budget lots');
  expect([flags, problem?.message]).toEqual([{}, expect.stringContaining('--budget takes')]);
});
