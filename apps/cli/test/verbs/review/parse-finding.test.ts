import { expect, test } from 'vitest';
import { parseFinding } from '../../../src/verbs/review/parse-finding.ts';

const MUST_NOT = ['log tokens', 'change the API'];

test.each([
  ['BLOCKER: tokens are logged', { severity: 'BLOCKER', text: 'tokens are logged' }],
  ['warning:  no docs ', { severity: 'WARNING', text: 'no docs' }],
  ['Suggestion: a: b', { severity: 'SUGGESTION', text: 'a: b' }],
])('reads %s', (text, finding) => {
  expect(parseFinding(text, MUST_NOT)).toEqual(finding);
});

test('what breaks an entry of mustNot is a blocker, however grave its finder thinks it is', () => {
  expect(parseFinding('SUGGESTION: exports more (mustNot 2)', MUST_NOT)).toEqual({
    severity: 'BLOCKER',
    text: 'exports more (mustNot 2)',
    mustNot: 2,
  });
});

test.each(['tokens are logged', 'NIT: spaces', 'BLOCKER:', 'BLOCKER: ', '', ': x'])(
  'refuses "%s"',
  (text) => {
    expect(parseFinding(text, MUST_NOT)).toBe('it begins with BLOCKER, WARNING, SUGGESTION and a colon');
  },
);

test.each([0, 3, 999])('refuses entry %i of a mustNot with two', (place) => {
  expect(parseFinding(`WARNING: x (mustNot ${place})`, MUST_NOT)).toBe(
    `mustNot has 2 entries, so there is no ${place}`,
  );
});
