import { expect, test } from 'vitest';
import { textOf } from '../../src/accuracy/case.ts';
import { loadCorpus } from '../../src/accuracy/load-corpus.ts';
import { runCase, runCases } from '../../src/accuracy/run-case.ts';

const corpus = loadCorpus();

test("repeated lines are expanded, and lines end with the case's line ending", () => {
  expect(textOf(['a', { repeat: '> ', times: 3 }, 'b'], '\r\n')).toBe('a\r\n> > > \r\nb');
});

test('the corpus is large, and many cases expect each outcome', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200);
  for (const expected of ['end', 'go on', 'let go'] as const) {
    expect(corpus.filter(({ expect }) => expect === expected).length).toBeGreaterThan(20);
  }
});

test('the built hook ends only loops that are done, misses no done loop, and holds no session without need', async () => {
  const outcomes = await runCases(corpus, runCase);
  const isOpen = (name: string): boolean => corpus.some((one) => one.name === name && one.open !== undefined);
  expect(outcomes.filter(({ name, expect, got }) => expect !== got && !isOpen(name))).toEqual([]);
  // A fixed case must not stay marked open.
  expect(outcomes.filter(({ name, expect, got }) => expect === got && isOpen(name))).toEqual([]);
});
