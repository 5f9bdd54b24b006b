import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startFlags } from '../../src/flags/begin-flags.ts';
import { type SplitWords, splitWords } from '../../src/flags/split-words.ts';

function split(text: string): Pick<SplitWords, 'flags' | 'spec'> {
  const { unclear, inside: _inside, ...draft } = splitWords(text, startFlags);
  expect(unclear).toEqual([]);
  return draft;
}

function unclearIn(text: string): readonly string[] {
  return splitWords(text, startFlags).unclear;
}

test.each<[string, string, readonly string[], string]>([
  [
    'in front are taken off, and the rest stays word for word',
    '--iterations=3 --check "tests=npm test" refactor  the "API"\n- keep $(this)',
    ['--iterations=3', '--check', 'tests=npm test'],
    'refactor  the "API"\n- keep $(this)',
  ],
  [
    'at the end are taken off too',
    "fix it --budget=5 --steps='a; b' --force",
    ['--budget=5', '--steps=a; b', '--force'],
    'fix it',
  ],
  ['at the end take the word after them as value', 'fix it --budget 5', ['--budget', '5'], 'fix it'],
  ['keep a value that makes no sense', 'fix it --budget lots', ['--budget', 'lots'], 'fix it'],
  ['that are mistyped at the end are refused later', 'fix it --bugdet=5', ['--bugdet=5'], 'fix it'],
  ['that are mistyped keep their value', 'fix it --bugdet 5 --force', ['--bugdet', '5', '--force'], 'fix it'],
  ['of other tools are read', 'fix it --max-iterations 9', ['--max-iterations', '9'], 'fix it'],
  ['that are unknown in front are refused later', '--wat fix it', ['--wat'], 'fix it'],
  ['that are unknown at the end belong to the text', 'add --dry-run', [], 'add --dry-run'],
  [
    'end at two dashes, and none is taken off the end',
    '--budget=5 -- --force is broken --force',
    ['--budget=5'],
    '--force is broken --force',
  ],
  ['alone leave no text', '--budget 5', ['--budget', '5'], ''],
  ['of white space are none', '   ', [], ''],
])('flags %s', (_, text, flags, spec) => {
  expect(split(text)).toEqual({ flags, spec });
});

test('a flag inside the words that carries its value is read, and the words stay', () => {
  const text = 'mend src/a.js --budget=7 please';
  expect(split(text)).toEqual({ flags: ['--budget=7'], spec: text });
  expect(split('mend it --check="tests=npm test" please').flags).toEqual(['--check=tests=npm test']);
});

test('a mistyped flag inside the words that carries a value is taken, so that it is refused', () => {
  expect(split('mend it --bugdet=7 please').flags).toEqual(['--bugdet=7']);
});

test('other flags of the loop inside the words are unclear', () => {
  expect(unclearIn('make --budget 5 work in the parser')).toEqual(['--budget']);
  expect(unclearIn('add a --force flag to the tool')).toEqual(['--force']);
});

test.each([
  'add a `--force` flag to the tool',
  'run `deploy --force now` in CI',
  'add "--force" to the tool',
  '-- add a --force flag to the tool',
  'add the --dry-run flag to the tool',
  'add --json, --quiet and --verbose to it',
])('a flag in code, in quotes or of another program is text: %s', (text) => {
  expect(unclearIn(text)).toEqual([]);
  expect(split(text).flags).toEqual([]);
});

test.each([
  "don't touch the 'public' API",
  '"quoted" from the start',
  "it's --- a line",
  'an unclosed "quote --x',
  'ends with a dash --',
  '$(rm -rf ~) `id` ; %0a {{7*7}}',
  '🙂 emoji — and ﬁne ligatures',
  'a "--force" in quotes',
])('text without flags stays as it is: %s', (text) => {
  expect(split(text)).toEqual({ flags: [], spec: text });
});

test('a text of 100 KB full of quotes is split at once', () => {
  const text = '"a '.repeat(40_000).trim();
  expect(split(`--force ${text}`)).toEqual({ flags: ['--force'], spec: text });
});

test('any text without flags stays unchanged, except for outer white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!/(^|\s)--/.test(text));
      expect(split(text)).toEqual({ flags: [], spec: text.trim() });
    }),
  );
});

test('the spec is always a part of the typed text', () => {
  const word = fc.constantFrom(
    '--budget',
    '--force',
    '5',
    '--',
    '--x',
    '"a b"',
    "'",
    '--check=',
    'fix',
    '--steps="a',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(' ');
      expect(text).toContain(splitWords(text, startFlags).spec);
    }),
  );
});

test.each([
  [String.raw`mend it --check "tests=node -e \"process.exit(0)\""`, 'tests=node -e "process.exit(0)"'],
  [String.raw`mend it --check="a=echo \"x y\" z"`, 'a=echo "x y" z'],
  [String.raw`mend it --check "a=grep 'x\.y' f"`, String.raw`a=grep 'x\.y' f`],
  [String.raw`mend it --check "a=b\\"`, String.raw`a=b\\`],
])('an escaped quote in double quotes is a quote: %s', (text, value) => {
  const { flags, spec } = splitWords(text, startFlags);
  expect(spec).toBe('mend it');
  expect(flags.at(-1)?.replace('--check=', '')).toBe(value);
});
