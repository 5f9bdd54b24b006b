import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStatusBlock } from '../../src/index.ts';
import { mayContainStatusBlock, parseStatusBlockWith } from '../../src/status/parse-status-block.ts';

function block(fields: readonly string[]): string {
  return ['---LOOP_STATUS---', ...fields, '---END_STATUS---'].join('\n');
}

const WHOLE = block([
  'EXIT_SIGNAL: false',
  'CRITERIA: {"tests pass": false, "lint clean": true}',
  'STUCK_COUNT: 2',
  'NEXT: Fix failing tests',
]);

describe('a status block', () => {
  test('is read as seed 003 writes it', () => {
    expect(parseStatusBlock(`Worked on it.\n\n${WHOLE}\n\nContinue? [Y/n]`)).toEqual({
      line: 3,
      exitSignal: false,
      criteria: new Map([
        ['tests pass', false],
        ['lint clean', true],
      ]),
      stuckCount: 2,
      next: 'Fix failing tests',
      problems: [],
    });
  });

  test('is read right below prose, and with a signal right below it', () => {
    expect(
      parseStatusBlock(`Worked on it.\n${WHOLE}\n<loop-complete>\nx\n</loop-complete>`)?.stuckCount,
    ).toBe(2);
  });

  test('is the last complete one of several', () => {
    const last = block(['EXIT_SIGNAL: true']);
    expect(parseStatusBlock(`${WHOLE}\n\n${last}\n\n---LOOP_STATUS---\nEXIT_SIGNAL: false`)?.exitSignal).toBe(
      true,
    );
  });

  test('begins at the last opening marker above its closing one', () => {
    const status = parseStatusBlock(`---LOOP_STATUS---\nEXIT_SIGNAL: true\n\n${block(['STUCK_COUNT: 1'])}`);
    expect(status).toMatchObject({ line: 4, exitSignal: undefined, stuckCount: 1 });
  });

  test.each([
    ['in a fence', `\`\`\`\n${WHOLE}\n\`\`\``],
    ['in indented code', WHOLE.replaceAll(/^/gm, '    ')],
    ['in a quote', WHOLE.replaceAll(/^/gm, '> ')],
    ['in a comment', `<!--\n${WHOLE}\n-->`],
    ['in front matter', `---\na: b\n${WHOLE}\n---\n`],
    ['without its end', WHOLE.replace('---END_STATUS---', '')],
    ['with its end in a fence', WHOLE.replace('---END_STATUS---', '\n```\n---END_STATUS---\n```')],
    ['with its end quoted', WHOLE.replace('---END_STATUS---', '\n> ---END_STATUS---')],
    ['with text on its last line', WHOLE.replace('---END_STATUS---', '---END_STATUS--- now')],
    ['with text on its first line', WHOLE.replace('---LOOP_STATUS---', '---LOOP_STATUS--- now')],
    ['not there', 'Nothing.'],
  ])('does not count %s', (_, markdown) => {
    expect(parseStatusBlock(markdown)).toBeUndefined();
  });

  test('counts in a list item', () => {
    expect(parseStatusBlock(`- ${WHOLE.replaceAll('\n', '\n  ')}`)?.next).toBe('Fix failing tests');
  });

  test('is read over blank lines and over a setext underline', () => {
    expect(parseStatusBlock(WHOLE.replaceAll('\n', '\n\n'))).toMatchObject({ stuckCount: 2, problems: [] });
    expect(parseStatusBlock(`${WHOLE}\n---\n`)).toMatchObject({ stuckCount: 2, problems: [] });
  });

  test('takes no field that is only shown between its markers', () => {
    const status = parseStatusBlock(block(['', '```', 'EXIT_SIGNAL: true', '```', '', 'STUCK_COUNT: 0']));
    expect(status?.exitSignal).toBeUndefined();
    expect(status?.stuckCount).toBe(0);
    expect(status?.problems).toContainEqual({ field: 'EXIT_SIGNAL', code: 'missing' });
  });

  test('takes code and emphasis within a field as part of it', () => {
    const status = parseStatusBlock(
      block(['CRITERIA: {"`npm test` *passes*": true}', 'NEXT: Run `npm test` in [CI](x)']),
    );
    expect(status?.criteria).toEqual(new Map([['`npm test` *passes*', true]]));
    expect(status?.next).toBe('Run `npm test` in [CI](x)');
  });

  test('reads JSON that is spread over lines', () => {
    const status = parseStatusBlock(block(['CRITERIA: {', '"a": true,', '"b": false', '}', 'NEXT: b']));
    expect(status?.criteria).toEqual(
      new Map([
        ['a', true],
        ['b', false],
      ]),
    );
  });
});

describe('a message without a whole status block', () => {
  test.each([
    '',
    '---LOOP_STATUS---',
    '---END_STATUS---',
    '---END_STATUS---\n---LOOP_STATUS---',
    '---LOOP_STATUS',
  ])('is known by a search: %j', (markdown) => {
    expect(mayContainStatusBlock(markdown)).toBe(false);
  });

  test.each([WHOLE, ` ${WHOLE}`, `\n${WHOLE}`])('is not what %j is', (markdown) => {
    expect(mayContainStatusBlock(markdown)).toBe(true);
  });

  test('loads no parser', () => {
    const loadParser = (): never => {
      throw new Error('The parser was loaded.');
    };
    const reading = { loadParser, isPlain: () => false };
    expect(parseStatusBlockWith(reading, '---LOOP_STATUS---\nEXIT_SIGNAL: true')).toBeUndefined();
  });
});

describe('a field of a status block', () => {
  test.each([
    ['EXIT_SIGNAL: yes', { field: 'EXIT_SIGNAL', code: 'malformed' }],
    ['EXIT_SIGNAL: TRUE', { field: 'EXIT_SIGNAL', code: 'malformed' }],
    ['EXIT_SIGNAL: true (almost)', { field: 'EXIT_SIGNAL', code: 'malformed' }],
    ['STUCK_COUNT: -1', { field: 'STUCK_COUNT', code: 'malformed' }],
    ['STUCK_COUNT: 1e3', { field: 'STUCK_COUNT', code: 'malformed' }],
    ['STUCK_COUNT: 99999999999999999999', { field: 'STUCK_COUNT', code: 'malformed' }],
    ['CRITERIA: {"a": true', { field: 'CRITERIA', code: 'malformed' }],
    ['CRITERIA: ["a"]', { field: 'CRITERIA', code: 'malformed' }],
    ['CRITERIA: null', { field: 'CRITERIA', code: 'malformed' }],
    ['CRITERIA: {"a": "true"}', { field: 'CRITERIA', code: 'malformed', criterion: 'a' }],
    ['NEXT: a\nNEXT: b', { field: 'NEXT', code: 'repeated' }],
    ['EXIT_SIGNAL: true\nEXIT_SIGNAL: false', { field: 'EXIT_SIGNAL', code: 'repeated' }],
  ])('that reads %j is a problem, not an exception', (field, problem) => {
    const status = parseStatusBlock(block([field]));
    expect(status?.problems).toContainEqual(problem);
    if (problem.field === 'EXIT_SIGNAL') expect(status?.exitSignal).toBeUndefined();
  });

  test('that says one thing on its first line says no other on the next', () => {
    const status = parseStatusBlock(
      block(['EXIT_SIGNAL: true ', 'It is.', 'STUCK_COUNT: 2\t', 'a number 16 long']),
    );
    expect(status).toMatchObject({ exitSignal: true, stuckCount: 2 });
  });

  test('may name the next step in 2,000 characters', () => {
    expect(parseStatusBlock(block([`NEXT: ${'a'.repeat(3_000)}`]))?.next).toBe('a'.repeat(2_000));
  });

  test('that is missing is a problem', () => {
    expect(parseStatusBlock(block(['EXIT_SIGNAL: true']))?.problems).toEqual([
      { field: 'CRITERIA', code: 'missing' },
      { field: 'STUCK_COUNT', code: 'missing' },
      { field: 'NEXT', code: 'missing' },
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'may name a criterion %j without touching any prototype',
    (name) => {
      const status = parseStatusBlock(block([`CRITERIA: {${JSON.stringify(name)}: true}`]));
      expect([...(status?.criteria ?? [])]).toEqual([[name, true]]);
      expect(({} as Record<string, unknown>)['passes']).toBeUndefined();
      expect(Object.prototype.toString.call({})).toBe('[object Object]');
    },
  );

  test('keeps the criteria that are booleans when others are not', () => {
    const status = parseStatusBlock(block(['CRITERIA: {"a": true, "b": 1, "c": {"__proto__": {"x": 1}}}']));
    expect(status?.criteria).toEqual(new Map([['a', true]]));
    expect(status?.problems.filter(({ criterion }) => criterion !== undefined)).toHaveLength(2);
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.json().map((json) => `CRITERIA: ${json}`),
          ),
        ),
        (fields) => {
          expect(() => parseStatusBlock(block(fields))).not.toThrow();
        },
      ),
    );
  });
});
