import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSharers, resumedSharers, type Sharer, stateAfter } from '../../src/schedule/even-shares.ts';

function job(name: string, more: Partial<Sharer> = {}): Sharer {
  return { name, needs: [], state: 'waiting', spentUsd: 0, capUsd: 0, ...more };
}

const spent = job('a', { state: 'paused', spentUsd: 0.5, capUsd: 0.5 });
const interrupted = job('a', { state: 'paused', spentUsd: 0.1, capUsd: 0.5 });
const over = job('a', { state: 'paused', spentUsd: 0.6, capUsd: 0.5 });
const running = (name: string, more: Partial<Sharer> = {}): Sharer =>
  job(name, { state: 'running', ...more });
const done = (name: string, spentUsd: number): Sharer => job(name, { state: 'done', spentUsd, capUsd: 0.5 });
const b = job('b');
const c = job('c');
const needsA = job('b', { needs: ['a'] });

test.each<[string, Sharer[], number, number | null, Record<string, number | null>]>([
  ['what is left is shared evenly among the jobs that can start', [job('a'), b, c], 2, 1, { a: 0.5, b: 0.5 }],
  [
    'a running job keeps its limit, and what a job did not spend returns when it ends',
    [done('a', 0.2), running('b', { spentUsd: 0.1, capUsd: 0.5 }), c],
    2,
    1,
    { c: 0.3 },
  ],
  ['a job waits for what it needs, and for nothing else', [running('a'), needsA, c], 3, null, { c: null }],
  ['a job waits for one that ended', [job('a', { state: 'ended' }), needsA], 2, null, {}],
  ['a job waits for one that is paused', [job('a', { state: 'paused', capUsd: 1 }), needsA], 2, null, {}],
  ['nothing starts without money', [spent, b], 2, 0.5, {}],
  ['a job that used up its share gets more once there is some', [spent, done('b', 0.2)], 2, 1, { a: 0.8 }],
  ['an interrupted job is not started again by itself', [interrupted], 1, 1, {}],
  [
    'a job with a cent of its own goes on with that',
    [job('a', { spentUsd: 0.5, capUsd: 0.51 })],
    1,
    1,
    { a: 0.51 },
  ],
  ['a job with less than a cent gets a share', [job('a', { spentUsd: 0.5, capUsd: 0.505 })], 1, 1, { a: 1 }],
  [
    'shares are counted for the jobs without money of their own alone',
    [job('a', { capUsd: 0.4 }), b, c],
    3,
    1,
    { a: 0.4, b: 0.3, c: 0.3 },
  ],
  ['the last cent of the budget is enough for one job', [job('a')], 1, 0.01, { a: 0.01 }],
  ['less than a cent is not enough', [job('a')], 1, 0.009, {}],
  ['a job that cost more than its limit keeps its cost and gets its share on top', [over], 1, 1, { a: 1 }],
  ['more running jobs than slots start nothing', [running('a'), running('b'), c], 1, null, {}],
])('%s', (_, jobs, slots, budgetUsd, started) => {
  const caps = nextSharers(jobs, { slots, budgetUsd }).map(({ job, capUsd }) => [
    job.name,
    capUsd && Number(capUsd.toFixed(9)),
  ]);
  expect(Object.fromEntries(caps)).toEqual(started);
});

test('a job that ended takes what it spent, and one that may go on also what it may still spend', () => {
  const of = (first: Sharer): string | undefined =>
    nextSharers([first, job('b')], { slots: 2, budgetUsd: 1 })
      .find((start) => start.job.name === 'b')
      ?.capUsd?.toFixed(2);
  const left = (['ended', 'done', 'paused', 'running'] as const).map((state) =>
    of(job('a', { state, spentUsd: 0.2, capUsd: 0.5 })),
  );
  expect(left).toEqual(['0.80', '0.80', '0.50', '0.50']);
});

test('a job that has money of its own does not wait behind one without', () => {
  const jobs = [job('a'), job('b', { spentUsd: 0.1, capUsd: 1 })];
  expect(nextSharers(jobs, { slots: 1, budgetUsd: 1 })).toMatchObject([{ job: { name: 'b' }, capUsd: 1 }]);
});

test('a resumed batch goes on with what each run may spend, and starts an ended job only if that is wanted and covered', () => {
  const jobs = [
    job('a', { state: 'paused', spentUsd: 0.1, capUsd: 0.5 }),
    job('b', { state: 'ended', spentUsd: 0.1, capUsd: 0.5 }),
    job('c', { state: 'done', spentUsd: 0.3, capUsd: 0.3 }),
  ];
  expect(resumedSharers(jobs, 2, () => false).map(({ state }) => state)).toEqual([
    'waiting',
    'ended',
    'done',
  ]);
  expect(resumedSharers(jobs, 1, () => true).map(({ state }) => state)).toEqual(['waiting', 'ended', 'done']);
  const richer = resumedSharers(jobs, 2, () => true);
  expect(richer.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'done']);
  expect(nextSharers(richer, { slots: 2, budgetUsd: 2 })).toMatchObject([
    { job: { name: 'a' }, capUsd: 0.5 },
    { job: { name: 'b' }, capUsd: 0.5 },
  ]);
});

test('a job that ended waits again exactly as long as the budget covers its limit', () => {
  const jobs = (capUsd: number): readonly Sharer[] => [
    job('a', { state: 'ended', spentUsd: 0.2, capUsd }),
    job('b', { state: 'done', spentUsd: 0.5, capUsd: 0.5 }),
  ];
  const stateOf = (capUsd: number, budgetUsd: number | null): Sharer['state'] | undefined =>
    resumedSharers(jobs(capUsd), budgetUsd, () => true)[0]?.state;
  expect(stateOf(0.5, 1)).toBe('waiting');
  expect(stateOf(0.51, 1)).toBe('ended');
  expect(stateOf(9, null)).toBe('waiting');
});

test('what the end of its run means for a job', () => {
  const meant = (['done', 'unpaid', 'held', 'stopped', 'ended', 'failed', 'refused'] as const).map(
    stateAfter,
  );
  expect(meant).toEqual(['done', 'paused', 'paused', 'paused', 'ended', 'ended', 'ended']);
});

test('whatever the jobs cost, all limits together never exceed the budget, and every job is seen to its end', () => {
  const plan = fc.record({
    costs: fc.array(fc.double({ min: 0.02, max: 2, noNaN: true }), { minLength: 1, maxLength: 6 }),
    slots: fc.integer({ min: 1, max: 4 }),
    budgetUsd: fc.double({ min: 0.05, max: 5, noNaN: true }),
  });
  fc.assert(
    fc.property(plan, fc.infiniteStream(fc.nat()), ({ costs, slots, budgetUsd }, picks) => {
      let jobs = costs.map((_, index) => job(`${index}`, { needs: index % 3 === 2 ? [`${index - 1}`] : [] }));
      const change = (name: string, more: Partial<Sharer>): void => {
        jobs = jobs.map((one) => (one.name === name ? { ...one, ...more } : one));
      };
      for (let round = 0; ; round += 1) {
        expect(round).toBeLessThan(500);
        for (const start of nextSharers(jobs, { slots, budgetUsd }))
          change(start.job.name, { state: 'running', capUsd: start.capUsd });
        const reserved = jobs.reduce(
          (sum, { state, spentUsd, capUsd }) => sum + (state === 'running' ? (capUsd ?? 0) : spentUsd),
          0,
        );
        expect(reserved).toBeLessThanOrEqual(budgetUsd + 1e-9);
        const running = jobs.filter(({ state }) => state === 'running');
        expect(running.length).toBeLessThanOrEqual(slots);
        if (running.length === 0) break;
        const one = running[(picks.next().value ?? 0) % running.length] as Sharer;
        const cost = costs[Number(one.name)] ?? 0;
        const cap = one.capUsd ?? 0;
        change(
          one.name,
          cost <= cap ? { state: 'done', spentUsd: cost } : { state: 'paused', spentUsd: cap },
        );
      }
      const states = new Set<Sharer['state']>(jobs.map(({ state }) => state));
      const isFunded = costs.reduce((sum, cost) => sum + cost, 0) + 0.01 * costs.length * 2 <= budgetUsd;
      if (isFunded && slots === 1) expect([...states]).toEqual(['done']);
      if (!states.has('waiting') && !states.has('paused'))
        expect(jobs.reduce((sum, { spentUsd }) => sum + spentUsd, 0)).toBeLessThanOrEqual(budgetUsd + 1e-9);
    }),
  );
});
