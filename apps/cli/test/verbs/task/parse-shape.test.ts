import { describe, expect, test } from 'vitest';
import { parseShape } from '../../../src/verbs/task/parse-shape.ts';

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

const problemsOf = (text: string): string[] => {
  const parsed = parseShape(text);
  return parsed.ok ? [] : parsed.problems.map(({ line, text: problem }) => `${line}: ${problem}`);
};

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
      verification: 'execution output',
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
      shape: { criteria: [{ name: 'a' }], mustNot: [], verification: 'observation' },
    });
  }
});

describe('names the line of everything that it can not read', () => {
  const edit = (from: string | RegExp, to: string): string => GOOD.replace(from, to);

  test.each([
    ['a file without anything', '', '1: there is no section; 1: there is no section; 1: there is no section'],
    [
      'a section that is misspelt',
      edit('## Criteria', '## Criterias'),
      '3: is no section; 22: there is no section',
    ],
    [
      'a section that is there twice',
      edit(/## Approach[^]*### Even this/, '## Criteria\n- more'),
      '14: is there twice',
    ],
    ['a section without entries', edit(/- change[^#]*/, ''), '10: is empty'],
    ['words where an entry should be', edit('- change', 'change'), '11: is no entry of the list'],
    ['an entry below another', edit('- change', '  - change'), '11: is no entry of the list'],
    ['words before a section', edit('## Criteria', 'Hello\n## Criteria'), '3: stands outside every section'],
    ['a second title', edit('## Must not', '# Another\n## Must not'), '10: stands outside every section'],
    ['a check whose backticks stay open', edit('npm test`', 'npm test'), '5: has no check that can be read'],
    ['an empty check', edit('`npm test`', '` `'), '5: has no check that can be read'],
    ['a check without a name', edit('- tests pass:', '- :'), '5: has no check that can be read'],
    ['a name that is too long', edit('the README', 'x'.repeat(200)), "8: can't be taken"],
    ['a name that JSON trips over', edit('the README names the error', '__proto__'), "8: can't be taken"],
    ['a criterion that is there twice', edit('the README names the error', 'tests pass'), '8: the criterion'],
    ['a way to verify that is none', edit('Execution output', 'Faith'), '20: is no way to verify'],
  ])('%s', (_name, text, expected) => {
    const parts = expected.split('; ').map((one) => one.split(': '));
    expect(problemsOf(text)).toEqual(
      parts.map(([line, words]) => expect.stringMatching(new RegExp(`^${line}: .*${words}`))),
    );
  });

  test('every problem is a sentence with the expected form', () => {
    const text =
      '# A\n# B\n## Criteria\n- x: `a\n- y\n- y\n## What\n## mustNot\nno\n## Verification\n- faith\n';
    expect(problemsOf(text)).toEqual([
      '4: "x: `a" has no check that can be read; write "name: `command`"',
      '6: the criterion "y" is there twice',
      '7: "What" is no section; there are Criteria, mustNot, Verification, Approach and Notes',
      '9: "no" is no entry of the list; an entry begins with "- " at the margin',
      '11: "faith" is no way to verify; begin with one of execution output, observation, measurement, assumption',
    ]);
    expect(problemsOf(text.replace('faith', 'faith\u001b[2J')).join()).not.toContain('\u001b');
  });
});

test('a file of any size and any bytes is read or refused at once', () => {
  expect(problemsOf(`${GOOD}${'x'.repeat(70_000)}`)).toEqual([expect.stringMatching(/^1: too much/)]);
  const many = GOOD.replace(
    '- the README names the error',
    Array.from({ length: 200 }, (_, n) => `- c${n}`).join('\n'),
  );
  expect(problemsOf(many)[0]).toContain('too much');
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
