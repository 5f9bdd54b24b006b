import { scorePlan } from '@loopwright/scoring';
import { expect, test } from 'vitest';
import { isClearAlone } from '../../src/plan/least-points.ts';

test.each([
  ['a result', 'An unknown id answers 404.', true],
  ['a feature and its place', 'Add an undo to src/draw.ts', true],
  ['a quality and its place', 'Make the parser faster', true],
  [
    'a feature in some detail',
    "Let's set it up so that Projects is what the project opens to when it starts up.",
    true,
  ],
  ['a bug report', 'Dates\n\n### Expected behavior\nNo warning', true],
  ['a document that says the rest', '@docs/task-4.md complete the fixes', true],
  ['another language', 'mach es besser', true],
  ['a quality in few words', 'Make the app faster', false],
  ['a place alone', 'have a look at src/date.ts', false],
  ['a wish', 'make it better', false],
  ['nothing', 'continue', false],
])('a run without a user works on %s: %s', (_what, text, isClear) => {
  expect(isClearAlone(scorePlan({ spec: text }), text)).toBe(isClear);
});
