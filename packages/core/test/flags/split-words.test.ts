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

test('flags in front are taken off, and the rest stays word for word', () => {
  expect(split('--iterations=3 --check "tests=npm test" refactor  the "API"\n- keep $(this)')).toEqual({
    flags: ['--iterations=3', '--check', 'tests=npm test'],
    spec: 'refactor  the "API"\n- keep $(this)',
  });
});

test('flags at the end are taken off too', () => {
  expect(split("fix it --budget=5 --steps='a; b' --force")).toEqual({
    flags: ['--budget=5', '--steps=a; b', '--force'],
    spec: 'fix it',
  });
});

test('a flag at the end takes the word after it as its value', () => {
  expect(split('fix it --budget 5')).toEqual({ flags: ['--budget', '5'], spec: 'fix it' });
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

test('an unknown flag at the end belongs to the text', () => {
  const text = 'add the option --dry-run';
  expect(split(text)).toEqual({ flags: [], spec: text });
});

test('a mistyped flag at the end is taken off, so that it is refused', () => {
  expect(split('fix it --bugdet=5')).toEqual({ flags: ['--bugdet=5'], spec: 'fix it' });
});

test('an unknown flag in front is taken off, so that it is refused', () => {
  expect(split('--wat fix it')).toEqual({ flags: ['--wat'], spec: 'fix it' });
});

test('a value that makes no sense still belongs to its flag', () => {
  expect(split('fix it --budget lots')).toEqual({ flags: ['--budget', 'lots'], spec: 'fix it' });
});

test('two dashes end the flags in front, and none is taken off the end', () => {
  expect(split('--budget=5 -- --force is broken --force')).toEqual({
    flags: ['--budget=5'],
    spec: '--force is broken --force',
  });
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

test('nothing but flags leaves no text', () => {
  expect(split('--budget 5')).toEqual({ flags: ['--budget', '5'], spec: '' });
  expect(split('   ')).toEqual({ flags: [], spec: '' });
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
