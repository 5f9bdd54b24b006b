import { expect, test } from 'vitest';
import type { Expected } from '../../src/accuracy/case.ts';
import { type Outcome, score } from '../../src/accuracy/score.ts';

function outcome(expect: Expected, got: Expected): Outcome {
  return { name: `${expect}, ${got}`, family: 'f', expect, got, answer: '' };
}

const ALL: readonly Expected[] = ['end', 'go on', 'let go'];

test('counts every kind of mistake and no correct answer', () => {
  const { cases, falseCompletions, missedCompletions, trapped } = score(
    ALL.flatMap((expected) => ALL.map((got) => outcome(expected, got))),
  );
  const names = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ name }) => name);
  expect(cases).toBe(9);
  expect(names(falseCompletions)).toEqual(['go on, end', 'go on, let go', 'let go, end']);
  expect(names(missedCompletions)).toEqual(['end, go on', 'end, let go']);
  expect(names(trapped)).toEqual(['let go, go on']);
});
