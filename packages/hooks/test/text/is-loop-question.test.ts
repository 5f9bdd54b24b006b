import { expect, test } from 'vitest';
import { isLoopQuestion } from '../../src/text/is-loop-question.ts';

test.each([
  'what is a loop?',
  'What is a loop',
  'how do loops work?',
  'how does the loop end?',
  'explain loops',
  'why does the loop not stop?',
  'does the loop stop by itself?',
  'What can Loopwright do for me?',
  'when does a loop pause?',
  'what is loop',
  'How does loop work?',
  'loop help',
  'help',
])('a question about loops asks for no work: %s', (text) => {
  expect(isLoopQuestion(text)).toBe(true);
});

test.each([
  'why does the loop in src/parser.js never end?',
  'what makes the event loop slow? fix it',
  'how about fixing the login tests?',
  'explain the loop in the README and fix the typos',
  'can you make the tests pass?',
  'loop until the tests pass',
  'what is a loop --budget=5',
  'fix the loop',
  'can you loop until the tests pass',
  'help me with the login',
  '',
])('everything else is work: %s', (text) => {
  expect(isLoopQuestion(text)).toBe(false);
});
