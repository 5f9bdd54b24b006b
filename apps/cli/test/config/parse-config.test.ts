import { namedChecks } from '@loopwright/checks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/parse-config.ts';
import { CliError } from '../../src/program/cli-error.ts';

const origin = { kind: 'project', from: 'loop.config.json', base: '' } as const;
const parse = (text: string, kind: 'project' | 'user' = 'project') => parseConfig(text, { ...origin, kind });

/** The problems of a text, or of a value as JSON. */
function problems(value: unknown): readonly string[] {
  try {
    parse(typeof value === 'string' ? value : JSON.stringify(value));
    return [];
  } catch (error) {
    if (error instanceof CliError) return error.details;
    throw error;
  }
}

const docs = { judge: 'the README explains it', model: 'haiku', rounds: 2, timeout: '1m' };

test('reads every key', () => {
  const tests = { command: 'npm test', timeout: '2m', paths: ['src'], folder: 'web' };
  const limits = { iterations: 20, budget: 7.5, minutes: 30, tokens: 1000 };
  const rest = { shape: 'tool', guard: ['test/**'] };
  const config = { $schema: 'x', checks: { tests, lint: ['a', 'b c'], docs }, limits, ...rest };
  expect(parse(JSON.stringify({ ...config, guardStrict: true, provesChange: true }))).toMatchObject({
    values: { ...limits, ...rest, minutes: 1_800_000, 'guard-strict': true, 'proves-change': true },
    checks: new Map<string, unknown>([
      ['tests', { command: 'npm test', timeoutMs: 120_000, paths: ['src'], folder: 'web' }],
      ['lint', { command: ['a', 'b c'] }],
      ['docs', { judge: docs.judge, model: 'haiku', rounds: 2, timeoutMs: 60_000 }],
    ]),
  });
  const { base: _, ...where } = origin;
  expect(parse('{}')).toEqual({ ...where, values: {}, checks: new Map() });
});

test.each([{ rounds: 0 }, { rounds: 1.5 }, { model: '--dangerous' }, { judge: '' }, { command: 'x' }])(
  'a judge with %o is none',
  (wrong) => {
    expect(problems({ checks: { docs: { ...docs, ...wrong } } })).not.toEqual([]);
  },
);

describe('names the key, what it takes, and what was meant', () => {
  const keys =
    '$schema, checks, limits, shape, agent, notify, notifyCommand, guard, guardStrict, provesChange';
  const time = 'checks.t.timeout: takes a time such as "90s", "10m" or "1h", not';
  const name = "can't be the name of a check: letters, digits, spaces and . _ : / @ + -, at most 80";
  test.each<[unknown, ...string[]]>([
    [{ cheks: {} }, 'cheks: there is no such key; did you mean "checks"?'],
    [{ hooks: {} }, `hooks: there is no such key; there are ${keys}`],
    [
      { checks: { t: { comand: 'x' } } },
      'checks.t.command: is missing: a command for the shell, or a list of a program and its arguments',
      'checks.t.comand: there is no such key; did you mean "command"?',
    ],
    [{ limits: { bugdet: 3 } }, 'limits.bugdet: there is no such key; did you mean "budget"?'],
    [{ checks: { t: { command: 'x', timeout: '10' } } }, `${time} "10"`],
    [{ checks: { t: { command: 'x', timeout: '999h' } } }, `${time} "999h"`],
    [
      { limits: { iterations: 51 } },
      'limits.iterations: takes a whole number above 0, at most 50, or "unlimited", not 51',
    ],
    [{ checks: { t: 3 } }, 'checks.t: takes a command, or an object with "command" or "judge", not 3'],
    [{ shape: 'round' }, 'shape: takes one of tool, tool-review, colleague, not "round"'],
    [{ guard: 'test/**' }, 'guard: takes a list of patterns, not "test/**"'],
    [{ checks: { 'a=b': 'x' } }, `checks: "a=b" ${name}`],
    [[], 'it takes an object, not []'],
    ['{', 'it is not valid JSON'],
    ['', 'it is empty'],
  ])('%j', (value, ...expected) => {
    expect(problems(value)).toEqual(expected);
  });

  test.each(['/etc', '..', 'a/../..', 'C:\\x', '\\x'])('a folder outside of its own: %s', (folder) => {
    expect(problems({ checks: { t: { command: 'x', folder } } })[0]).toMatch(
      /^checks\.t\.folder: takes a folder/,
    );
  });
});

describe('a hostile config is refused', () => {
  const hidden = /without control or invisible characters/;
  test.each(['npm test\u202e', 'npm\u200b test', 'a\nb', 'a\u0000', '\u001b[31mx'])(
    'a command that reads as another one: %j',
    (command) => {
      expect(problems({ checks: { t: command } })[0]).toMatch(hidden);
      expect(problems({ checks: { t: { command } } })[0]).toMatch(hidden);
      expect(problems({ checks: { t: ['sh', '-c', command] } })[0]).toMatch(hidden);
    },
  );

  test.each(['t\u202est', 'te\u200bsts', '__proto__', 'a\nb', ' a', '-x', '', 'x'.repeat(81)])(
    'a name that is not what it looks like: %j',
    (name) => {
      expect(problems(`{"checks":{${JSON.stringify(name)}:"x"}}`)).toHaveLength(1);
    },
  );

  test('with a prototype, at any depth', () => {
    for (const text of ['{"__proto__":{}}', '{"checks":{"t":{"__proto__":{"command":"x"}}}}'])
      expect(problems(text)).toEqual(['__proto__: is not a key of a config']);
    expect(problems('{"checks":{"t":{"\\u005f_proto__":1,"command":"x"}}}')).toHaveLength(1);
  });

  test('deep ones, and those with many problems, in bounded lines', () => {
    expect(problems(`${'['.repeat(60_000)}${']'.repeat(60_000)}`)).toEqual([
      'it is nested deeper than 64 levels',
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}\u001b`, 1]));
    const found = problems(many);
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('… and 480 more');
    expect(found.join('')).not.toContain('\u001b');
  });

  test('that lifts a limit; in the own config of the user that is a choice', () => {
    const text = JSON.stringify({ limits: { iterations: 'unlimited', budget: 'none' } });
    expect(problems(text)).toEqual([
      'limits.iterations: "unlimited" counts only in your own config, or as --iterations unlimited',
      'limits.budget: "none" counts only in your own config, or as --budget none',
    ]);
    expect(parse(text, 'user').values).toEqual({ iterations: null, budget: null });
  });
});

test('any JSON gives a config or problems, and the hook reads the same commands', () => {
  const record = { command: fc.string(), folder: fc.string(), paths: fc.array(fc.string()) };
  const entry = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.string()),
    fc.record(record, { requiredKeys: [] }),
    fc.json(),
  );
  const config = fc.oneof(fc.jsonValue(), fc.record({ checks: fc.dictionary(fc.string(), entry) }));
  fc.assert(
    fc.property(config, (value) => {
      const text = JSON.stringify(value);
      if (problems(text).length > 0) return;
      const read = namedChecks(JSON.parse(text));
      for (const [name, { timeoutMs: _timeoutMs, ...check }] of parse(text).checks)
        expect(read.get(name)).toEqual(check);
    }),
  );
});
