import { levelsOf } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { mistakesIn, type Outcome, runCases } from '../src/accuracy/accuracy.ts';
import { type Expected, loadCorpus, textOf } from '../src/accuracy/case.ts';

const corpus = loadCorpus();
const ALL: readonly Expected[] = ['end', 'go on', 'let go'];

test("repeated lines are expanded, and lines end with the case's line ending", () => {
  expect(textOf(['a', { repeat: '> ', times: 3 }, 'b'], '\r\n')).toBe('a\r\n> > > \r\nb');
});

test('counts every kind of mistake and no correct answer', () => {
  const outcome = (expected: Expected, got: Expected): Outcome => ({
    name: `${expected}, ${got}`,
    family: 'f',
    expect: expected,
    got,
    answer: '',
  });
  const mistakes = mistakesIn(ALL.flatMap((expected) => ALL.map((got) => outcome(expected, got))));
  const names = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ name }) => name);
  expect(names(mistakes.falseCompletions)).toEqual(['go on, end', 'go on, let go', 'let go, end']);
  expect(names(mistakes.missedCompletions)).toEqual(['end, go on', 'end, let go']);
  expect(names(mistakes.trapped)).toEqual(['let go, go on']);
});

test('the corpus is large, and many cases expect each outcome', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200);
  for (const expected of ALL) {
    expect(corpus.filter(({ expect: one }) => one === expected).length).toBeGreaterThan(20);
  }
});

for (const { rows, tags } of levelsOf(corpus, (_, index) => index % 10 === 0))
  test(
    'the built hook ends only loops that are done, misses no done loop, and holds no session without need',
    { tags },
    async () => {
      const outcomes = await runCases(rows);
      expect(outcomes.filter(({ expect: wanted, got }) => wanted !== got)).toEqual([]);
    },
  );
