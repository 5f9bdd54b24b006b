import { expect, test } from 'vitest';
import { textOf } from '../../src/accuracy/case.ts';
import { loadCorpus } from '../../src/accuracy/load-corpus.ts';
import { runCase, runCases } from '../../src/accuracy/run-case.ts';

const corpus = loadCorpus();

test('lines that repeat are written out, and lines end as the case says', () => {
  expect(textOf(['a', { repeat: '> ', times: 3 }, 'b'], '\r\n')).toBe('a\r\n> > > \r\nb');
});

test('the corpus is large, and every outcome is expected of many cases', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200);
  for (const expected of ['end', 'go on', 'let go'] as const) {
    expect(corpus.filter(({ expect }) => expect === expected).length).toBeGreaterThan(20);
  }
});

test('the built hook ends no loop that isn’t done, misses none that is, and holds nobody without need', async () => {
  const outcomes = await runCases(corpus, runCase);
  const isOpen = (name: string): boolean => corpus.some((one) => one.name === name && one.open !== undefined);
  expect(outcomes.filter(({ name, expect, got }) => expect !== got && !isOpen(name))).toEqual([]);
  // What is mended is open no longer.
  expect(outcomes.filter(({ name, expect, got }) => expect === got && isOpen(name))).toEqual([]);
});
