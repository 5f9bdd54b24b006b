import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, type Means, nextJobs } from '../../src/schedule/next-jobs.ts';

type Named = Candidate & { readonly name: string };
const a: Named = { name: 'a' };
const b: Named = { name: 'b' };
const c: Named = { name: 'c' };

function priced(name: string, priceUsd: number): Named {
  return { name, priceUsd };
}

test.each<[string, Named[], Means, Record<string, number>]>([
  [
    'the first jobs take the free slots',
    [a, b, c],
    { slots: 2, leftUsd: Infinity },
    { a: Infinity, b: Infinity },
  ],
  ['no free slot starts nothing', [a], { slots: 0, leftUsd: 1 }, {}],
  ['more running jobs than slots start nothing', [a], { slots: -1, leftUsd: 1 }, {}],
  ['jobs without a price share what is left evenly', [a, b, c], { slots: 2, leftUsd: 1 }, { a: 0.5, b: 0.5 }],
  [
    'only jobs without a price share, after the price of those before them',
    [priced('a', 0.4), b, c],
    { slots: 3, leftUsd: 1 },
    { a: 0.4, b: 0.3, c: 0.3 },
  ],
  [
    'the first job that fits is taken',
    [priced('a', 25), priced('b', 5)],
    { slots: 1, leftUsd: 9.8 },
    { b: 5 },
  ],
  ['a job that is paid for already needs no money', [a, priced('b', 0)], { slots: 1, leftUsd: 0 }, { b: 0 }],
  ['the last cent is enough for one share', [a], { slots: 1, leftUsd: 0.01 }, { a: 0.01 }],
  ['less than a cent is not enough', [a], { slots: 1, leftUsd: 0.009 }, {}],
  [
    'a sum of dollars may be off in its last digit',
    [priced('a', 0.3)],
    { slots: 1, leftUsd: 0.3 - 1e-12 },
    { a: 0.3 },
  ],
  [
    'a job waits for all that it needs',
    [
      { name: 'a', needs: ['x', 'y'] },
      { name: 'b', needs: ['x'] },
    ],
    { slots: 2, leftUsd: 1, isDone: (name) => name === 'x' },
    { b: 1 },
  ],
])('%s', (_, jobs, means, started) => {
  const starts = nextJobs(jobs, means).map(({ job, usd }) => [job.name, usd]);
  expect(Object.fromEntries(starts)).toEqual(started);
});

test('any jobs: they never take more than is left or more slots than are free, and no job that fits is left out', () => {
  const usd = fc.double({ min: 0, max: 10, noNaN: true });
  const plan = fc.record({
    jobs: fc.array(fc.record({ priceUsd: fc.option(usd, { nil: undefined }) }), { maxLength: 8 }),
    slots: fc.integer({ min: -1, max: 6 }),
    leftUsd: fc.oneof(usd, fc.constant(Infinity)),
  });
  fc.assert(
    fc.property(plan, ({ jobs, slots, leftUsd }) => {
      const starts = nextJobs(jobs, { slots, leftUsd });
      const taken = starts.reduce((sum, start) => sum + start.usd, 0);
      if (leftUsd !== Infinity) expect(taken).toBeLessThanOrEqual(leftUsd + 1e-6);
      expect(starts.length).toBeLessThanOrEqual(Math.max(0, slots));
      const started = new Set(starts.map(({ job }) => job));
      const passed = starts.length < slots ? jobs.filter((job) => !started.has(job)) : [];
      for (const { priceUsd } of passed)
        if (priceUsd !== undefined && leftUsd !== Infinity) expect(priceUsd).toBeGreaterThan(leftUsd - taken);
    }),
  );
});
