import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobState, JobStatus } from '../../../../src/verbs/run/batch/batch-memory.ts';
import { batchExit, stateAfter } from '../../../../src/verbs/run/batch/job.ts';
import { leftOf, nextJobs, resumedJobs, spentBy } from '../../../../src/verbs/run/batch/next-jobs.ts';
import { planBatch } from '../../../../src/verbs/run/batch/plan-batch.ts';

function job(name: string, more: Partial<JobStatus> = {}): JobStatus {
  return { name, needs: [], state: 'waiting', spentUsd: 0, capUsd: 0, ...more };
}

const spent = job('a', { state: 'paused', spentUsd: 0.5, capUsd: 0.5 });
const interrupted = job('a', { state: 'paused', spentUsd: 0.1, capUsd: 0.5 });
const over = job('a', { state: 'paused', spentUsd: 0.6, capUsd: 0.5 });
const running = (name: string, more: Partial<JobStatus> = {}): JobStatus =>
  job(name, { state: 'running', ...more });
const done = (name: string, spentUsd: number): JobStatus =>
  job(name, { state: 'done', spentUsd, capUsd: 0.5 });
const b = job('b');
const c = job('c');
const needsA = job('b', { needs: ['a'] });

test.each<[string, JobStatus[], number, number | null, Record<string, number | null>]>([
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
  const caps = nextJobs({ jobs, slots, budgetUsd }).map(({ name, capUsd }) => [
    name,
    capUsd && Number(capUsd.toFixed(9)),
  ]);
  expect(Object.fromEntries(caps)).toEqual(started);
});

test('a job takes what it spent once it has ended, and before that also what it may still spend', () => {
  const of = (state: JobState): number => leftOf([job('a', { state, spentUsd: 0.2, capUsd: 0.5 })], 1);
  const left = [of('ended'), of('done'), of('paused'), of('running'), leftOf([over], 1)];
  expect(left.map((one) => one.toFixed(2))).toEqual(['0.80', '0.80', '0.50', '0.50', '0.40']);
});

test('a resumed batch goes on with what each run may spend, and starts an ended job only if it is wanted again and covered', () => {
  const jobs = [
    job('a', { state: 'paused', spentUsd: 0.1, capUsd: 0.5 }),
    job('b', { state: 'ended', spentUsd: 0.1, capUsd: 0.5 }),
    job('c', { state: 'done', spentUsd: 0.3, capUsd: 0.3 }),
  ];
  expect(resumedJobs(jobs, 2, new Set()).map(({ state }) => state)).toEqual(['waiting', 'ended', 'done']);
  expect(resumedJobs(jobs, 1, new Set('b')).map(({ state }) => state)).toEqual(['waiting', 'ended', 'done']);
  const richer = resumedJobs(jobs, 2, new Set('b'));
  expect(richer.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'done']);
  expect(nextJobs({ jobs: richer, slots: 2, budgetUsd: 2 })).toEqual([
    { name: 'a', capUsd: 0.5 },
    { name: 'b', capUsd: 0.5 },
  ]);
});

test('a job that ended waits again exactly as long as the budget covers its limit', () => {
  const jobs = (capUsd: number): readonly JobStatus[] => [
    job('a', { state: 'ended', spentUsd: 0.2, capUsd }),
    job('b', { state: 'done', spentUsd: 0.5, capUsd: 0.5 }),
  ];
  const stateOf = (capUsd: number, budgetUsd: number | null): JobState | undefined =>
    resumedJobs(jobs(capUsd), budgetUsd, new Set(['a']))[0]?.state;
  expect(stateOf(0.5, 1)).toBe('waiting');
  expect(stateOf(0.51, 1)).toBe('ended');
  expect(stateOf(9, null)).toBe('waiting');
});

test('all jobs cost together what each one cost', () => {
  expect(spentBy([job('a', { spentUsd: 0.25 }), job('b', { spentUsd: 0.5 })])).toBe(0.75);
});

test('the exit of all is the one that a user has to see first', () => {
  const exits = [
    'interrupted',
    'error',
    'breaker',
    'unclear',
    'unproved',
    'rate-limit',
    'budget',
    'iterations',
  ];
  for (const [index, exit] of exits.entries()) {
    expect(stateAfter(exit)).toBe(/^(?:interrupted|rate-limit|budget)$/.test(exit) ? 'paused' : 'ended');
    const rest = exits.slice(index).reverse();
    expect(batchExit(rest.map((one) => ({ state: stateAfter(one), exit: one })))).toBe(exit);
  }
});

test('what each exit means, and the exit of all', () => {
  const meant = ['ok', 'budget', 'rate-limit', 'interrupted', 'error', 'breaker', 'unproved', 'nonsense'].map(
    stateAfter,
  );
  expect(meant).toEqual(['done', 'paused', 'paused', 'paused', 'ended', 'ended', 'ended', 'ended']);
  expect(batchExit([{ state: 'done', exit: 'ok' }])).toBe('ok');
  expect(batchExit([{ state: 'waiting' }, { state: 'paused', exit: 'budget' }])).toBe('budget');
  expect(
    batchExit([
      { state: 'ended', exit: 'breaker' },
      { state: 'paused', exit: 'interrupted' },
    ]),
  ).toBe('interrupted');
  expect(batchExit([{ state: 'done', exit: 'ok' }, { state: 'waiting' }])).toBe('budget');
  expect(batchExit([{ state: 'ended', exit: 'nonsense' }])).toBe('error');
});

test('orders by needs, and names what is impossible', () => {
  expect(
    planBatch([
      { name: 'b', needs: ['a'] },
      { name: 'a', needs: [] },
    ]),
  ).toEqual({ status: 'ok', order: ['a', 'b'] });
  expect(
    planBatch([
      { name: 'a', needs: ['b', 'nobody'] },
      { name: 'b', needs: ['a'] },
      { name: 'c', needs: [] },
      { name: 'c', needs: [] },
    ]),
  ).toEqual({
    status: 'impossible',
    problems: [
      'Two specs are called c.',
      'a needs nobody, which is not among the specs.',
      expect.stringMatching(/^These need each other: (a → b → a|b → a → b)\.$/),
    ],
  });
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
      const change = (name: string, more: Partial<JobStatus>): void => {
        jobs = jobs.map((one) => (one.name === name ? { ...one, ...more } : one));
      };
      for (let round = 0; ; round += 1) {
        expect(round).toBeLessThan(500);
        for (const { name, capUsd } of nextJobs({ jobs, slots, budgetUsd }))
          change(name, { state: 'running', capUsd });
        const reserved = jobs.reduce(
          (sum, { state, spentUsd, capUsd }) => sum + (state === 'running' ? (capUsd ?? 0) : spentUsd),
          0,
        );
        expect(reserved).toBeLessThanOrEqual(budgetUsd + 1e-9);
        const running = jobs.filter(({ state }) => state === 'running');
        expect(running.length).toBeLessThanOrEqual(slots);
        if (running.length === 0) break;
        const one = running[(picks.next().value ?? 0) % running.length] as JobStatus;
        const cost = costs[Number(one.name)] ?? 0;
        const cap = one.capUsd ?? 0;
        change(
          one.name,
          cost <= cap ? { state: 'done', spentUsd: cost } : { state: 'paused', spentUsd: cap },
        );
      }
      const states = new Set<JobState>(jobs.map(({ state }) => state));
      const isFunded = costs.reduce((sum, cost) => sum + cost, 0) + 0.01 * costs.length * 2 <= budgetUsd;
      if (isFunded && slots === 1) expect([...states]).toEqual(['done']);
      if (!states.has('waiting') && !states.has('paused'))
        expect(spentBy(jobs)).toBeLessThanOrEqual(budgetUsd + 1e-9);
    }),
  );
});
