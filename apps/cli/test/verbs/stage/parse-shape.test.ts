import { describe, expect, test } from 'vitest';
import { parseShape, type ShapeProblem } from '../../../src/verbs/stage/parse-shape.ts';
import { shapeProblemText } from '../../../src/verbs/stage/shape-problem-text.ts';

const GOOD = `# Shape: validation in auth

## Criteria

- tests pass: \`npm test\`
- [ ] no token: is logged: \`\`! grep -rn "\`token\`" src\`\`
* vector: \`["npm","test"]\`
- the README names the error

## Must not
- change the public API
- add dependencies: \`git diff --exit-code main -- package.json\`

## Approach
Anything may stand here: lists, \`code\`, tables.

### Even this

## Verification
- Execution output: npm test on a clean checkout
- what follows is for people
`;

const problemsOf = (text: string): readonly ShapeProblem[] => {
  const parsed = parseShape(text);
  return parsed.ok ? [] : parsed.problems;
};
const codes = (text: string): string[] => problemsOf(text).map(({ code, line }) => `${code}@${line}`);

test('reads criteria with their checks, limits, and verification', () => {
  expect(parseShape(GOOD)).toEqual({
    ok: true,
    shape: {
      criteria: [
        { name: 'tests pass', command: 'npm test' },
        { name: 'no token: is logged', command: '! grep -rn "`token`" src' },
        { name: 'vector', command: ['npm', 'test'] },
        { name: 'the README names the error' },
      ],
      mustNot: [
        { name: 'change the public API' },
        { name: 'add dependencies', command: 'git diff --exit-code main -- package.json' },
      ],
      verification: { basis: 'execution output', detail: 'npm test on a clean checkout' },
    },
  });
});

test('the sections come in any order and with either line ending', () => {
  const [criteria, mustNot, verification] = [
    '## Criteria\n- a\n',
    '## mustNot\n- none\n',
    '## Verification\n- observation\n',
  ];
  for (const text of [criteria + mustNot + verification, verification + mustNot + criteria].flatMap((one) => [
    one,
    one.replaceAll('\n', '\r\n'),
  ])) {
    expect(parseShape(text)).toEqual({
      ok: true,
      shape: { criteria: [{ name: 'a' }], mustNot: [], verification: { basis: 'observation' } },
    });
  }
});

describe('names the line of everything that it can not read', () => {
  const edit = (from: string | RegExp, to: string): string => GOOD.replace(from, to);

  test.each([
    ['a file without anything', '', ['no-section@1', 'no-section@1', 'no-section@1']],
    [
      'a section that is misspelt',
      edit('## Criteria', '## Criterias'),
      ['unknown-section@3', 'no-section@22'],
    ],
    [
      'a section that is there twice',
      edit('## Approach', '## Criteria\n- more'),
      expect.arrayContaining(['section-twice@14']),
    ],
    ['a section without entries', edit(/- change[^#]*/, ''), ['empty-section@10']],
    ['words where an entry should be', edit('- change', 'change'), ['no-entry@11']],
    ['an entry below another', edit('- change', '  - change'), ['no-entry@11']],
    ['words before the first section', edit('## Criteria', 'Hello\n## Criteria'), ['outside@3']],
    ['a second title', edit('## Must not', '# Another\n## Must not'), ['outside@10']],
    [
      'a check whose backticks stay open',
      edit('- tests pass: `npm test`', '- tests pass: `npm test'),
      ['bad-check@5'],
    ],
    ['an empty check', edit('`npm test`', '` `'), ['bad-check@5']],
    ['a check without a name', edit('- tests pass: `npm test`', '- : `npm test`'), ['bad-check@5']],
    ['a name that is too long', edit('the README', 'x'.repeat(200)), ['bad-name@8']],
    ['a name that JSON trips over', edit('the README names the error', '__proto__'), ['bad-name@8']],
    ['a criterion that is there twice', edit('the README names the error', 'tests pass'), ['name-twice@8']],
    ['a way to verify that is none', edit('Execution output', 'Faith'), ['bad-basis@20']],
  ])('%s', (_name, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test('every problem is a sentence with the expected form', () => {
    const text =
      '# A\n# B\n## Criteria\n- x: `a\n- y\n- y\n## What\n## mustNot\nno\n## Verification\n- faith\n';
    expect(problemsOf(text).map(shapeProblemText)).toMatchInlineSnapshot(`
      [
        "line 4: "x: \`a" has no check that can be read; write "name: \`command\`"",
        "line 6: the criterion "y" is there twice",
        "line 7: "What" is no section; there are Criteria, mustNot, Verification, Approach and Notes",
        "line 9: "no" is no entry of the list; an entry begins with "- " at the margin",
        "line 11: "faith" is no way to verify; begin with one of execution output, observation, measurement, assumption",
      ]
    `);
    expect(shapeProblemText({ code: 'other-check', line: 1, about: 'tests\u001b[2J' })).not.toContain(
      '\u001b',
    );
  });
});

test('a file of any size and any bytes is read or refused at once', () => {
  expect(codes(`${GOOD}${'x'.repeat(70_000)}`)).toEqual(['too-large@1']);
  const many = GOOD.replace(
    '- the README names the error',
    Array.from({ length: 200 }, (_, n) => `- c${n}`).join('\n'),
  );
  expect(codes(many)[0]).toMatch(/^too-large@/);
  for (const nasty of [
    '- '.repeat(20_000),
    '`'.repeat(60_000),
    `- ${':'.repeat(60_000)}`,
    `## ${' '.repeat(60_000)}x`,
  ]) {
    expect(parseShape(nasty).ok).toBe(false);
    expect(
      parseShape(`## Criteria\n${nasty}\n## mustNot\n- none\n## Verification\n- observation`).ok,
    ).toBeDefined();
  }
});
