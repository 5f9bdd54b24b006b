import { expect, test } from 'vitest';
import { planInText } from '../../src/plan/plan-in-text.ts';

const both = { criteria: ['tests pass', 'lint clean'], steps: ['read it', 'fix it'], unclear: [] };

test.each([
  ['one line', 'Mend the login. Success criteria: tests pass; lint clean. Steps: read it; fix it'],
  ['lines', 'Mend the login.\nSuccess criteria: tests pass; lint clean.\n\nsteps: read it; fix it.\nThanks.'],
  ['bold labels', 'Mend it.\n**Acceptance criteria:** tests pass; lint clean\n**Steps:** read it; fix it'],
  [
    'a sentence behind',
    'Success criteria: tests pass; lint clean. Use Node 20. Steps: read it; fix it. No hurry.',
  ],
  [
    'bullets',
    'Mend it.\n\nSuccess criteria:\n- tests pass\n- lint clean\n\nSteps:\n1. read it\n2. fix it\n\nThanks.',
  ],
  [
    'headings',
    '# Login\n\n## Success criteria\n\n* [ ] tests pass\n* [x] lint\n  clean\n\n### Steps\n1) read it\n2) fix it',
  ],
  [
    'Windows line ends',
    '**Criteria**\r\n- tests pass\r\n- lint clean\r\nSteps:\r\n- read it\r\n- fix it\r\n',
  ],
])('seed 000: criteria and steps that stand in the text are taken from it: %s', (_how, spec) => {
  expect(planInText(spec)).toEqual(both);
});

test.each([
  ['one criterion', 'Success criteria: all tests pass.', ['all tests pass']],
  [
    'a comma within an entry',
    'Criteria: sum works, with negatives; lint clean',
    ['sum works, with negatives', 'lint clean'],
  ],
  ['twice the same', 'Criteria: tests pass; tests pass', ['tests pass']],
])('seed 000: %s', (_what, spec, criteria) => {
  expect(planInText(spec)).toEqual({ criteria, steps: [], unclear: [] });
});

test.each([
  ['commas', 'Success criteria: tests pass, lint clean'],
  ['one sentence for several', 'Success criteria: the tests pass and the docs are there'],
  ['a list that goes on behind a full stop', 'Success criteria: tests pass. Lint is clean; docs are there'],
  ['a short form', 'Success criteria: dates work, e.g. ISO ones; lint clean'],
  ['numbers in a line', 'Success criteria: 1. tests pass 2. lint clean'],
  ['lists within lists', 'Success criteria:\n- tests\n  - unit\n  - e2e'],
  ['an entry that is no name', `Success criteria:\n- ${'x'.repeat(201)}`],
])('seed 000: what is unclear is not guessed: %s', (_what, spec) => {
  expect(planInText(spec)).toEqual({ criteria: [], steps: [], unclear: ['criteria'] });
});

test.each([
  'Mend the login, so that the success criteria hold.',
  'Write a page about success criteria: what they are.'.replace('criteria:', 'criteria —'),
  'The steps: they are in the wiki.'.replace('The steps:', 'The next steps:'),
  '```\nSuccess criteria: a; b\n```',
  '## Success criteria\n\nThe tests should pass.',
  'https://example.com/steps: none',
])('seed 000: a text without such a section has none: %j', (spec) => {
  expect(planInText(spec)).toEqual({ criteria: [], steps: [], unclear: [] });
});
