import { connectPostgres, type Database, type Fleet, openFleet, openFolder } from '@loopwright/fleet';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Figure, median } from '../figures.ts';
import { simulateAgent } from './simulate-agent.ts';

type Open = () => Promise<Database>;

/** Adds jobs with keys that no earlier call used. */
async function addJobs(fleet: Fleet, count: number): Promise<void> {
  const run = Math.random().toString(36).slice(2);
  for (let from = 0; from < count; from += 500) {
    await fleet.add(
      Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
        key: `${run}-${from + index}`,
        repo: 'https://example.invalid/app.git',
        spec: 'Make the login tests pass.',
        checks: ['tests=npm test'],
      })),
    );
  }
}

/** A fleet in an empty store. */
export async function freshFleet(
  open: Open,
): Promise<{ readonly fleet: Fleet; readonly database: Database }> {
  const database = await open();
  await database.query('DROP SCHEMA IF EXISTS fleet CASCADE; DROP SCHEMA IF EXISTS fleet_queue CASCADE');
  const fleet = await openFleet(database);
  await fleet.init();
  return { fleet, database };
}

/** Claims and settles empty jobs, several at a time. */
export async function jobsPerSecond(open: Open, jobs: number): Promise<number> {
  const { fleet } = await freshFleet(open);
  try {
    await addJobs(fleet, jobs);
    const start = performance.now();
    const worker = async (): Promise<void> => {
      for (let claim = await fleet.claim('bench'); claim; claim = await fleet.claim('bench')) {
        await fleet.settle(claim, { outcome: { kind: 'verified' }, spentUsd: 0.1 });
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    return jobs / ((performance.now() - start) / 1000);
  } finally {
    await fleet.close();
  }
}

/** How long the jobs of killed agents wait for another agent, while many other jobs wait, too. */
export async function takeOverSeconds(url: string): Promise<readonly number[]> {
  const { fleet } = await freshFleet(async () => connectPostgres(url));
  const lost = new Map<number, number>();
  const taken: number[] = [];
  const fleets: Fleet[] = [];
  try {
    await addJobs(fleet, 1_500);
    const agents = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const own = await openFleet(await connectPostgres(url));
        fleets.push(own);
        return simulateAgent(own, `agent-${index}`, {
          slots: 10,
          jobMs: () => 1_000 + Math.random() * 4_000,
          onClaim: ({ delivery: { jobId }, attempt }) => {
            const since = lost.get(jobId);
            if (attempt > 1 && since !== undefined) taken.push((performance.now() - since) / 1000);
            lost.delete(jobId);
          },
        });
      }),
    );
    for (const agent of agents.slice(0, 4)) {
      await wait(1_500 + Math.random() * 1_000);
      for (const { delivery } of agent.hands) lost.set(delivery.jobId, performance.now());
      await agent.die();
    }
    for (let turn = 0; turn < 60 && lost.size > 0; turn += 1) await wait(500);
    if (lost.size > 0) throw new Error(`${lost.size} jobs of killed agents were not taken over.`);
    await Promise.all(agents.slice(4).map((agent) => agent.die()));
    return taken;
  } finally {
    for (const own of [...fleets, fleet]) await own.close();
  }
}

/** What a fleet of a size costs: the time of its calls, and its room. */
export async function growth(url: string, sizes: readonly [number, number]): Promise<readonly Figure[]> {
  const { fleet, database } = await freshFleet(async () => connectPostgres(url));
  try {
    const costs: Record<string, number[]> = { claim: [], settle: [], touch: [], state: [], megabytes: [] };
    let size = 0;
    for (const next of sizes) {
      await addJobs(fleet, next - size);
      // Half of them are done.
      for (let done = 0; done < (next - size) / 2 - 50; done += 1) {
        const claim = await fleet.claim('bench');
        if (claim) await fleet.settle(claim, { outcome: { kind: 'verified' }, spentUsd: 0.1 });
      }
      size = next;
      const times: Record<string, number[]> = { claim: [], settle: [], touch: [], state: [] };
      const timed = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
        const start = performance.now();
        const result = await call();
        times[name]?.push(performance.now() - start);
        return result;
      };
      for (let turn = 0; turn < 50; turn += 1) {
        const claim = await timed('claim', async () => fleet.claim('bench'));
        if (!claim) throw new Error('There is nothing to claim.');
        await timed('touch', async () => fleet.touch({ id: 'bench', host: 'bench', slots: 1 }, [claim]));
        await timed('settle', async () =>
          fleet.settle(claim, { outcome: { kind: 'verified' }, spentUsd: 0.1 }),
        );
        if (turn < 10) await timed('state', fleet.state);
      }
      for (const [name, all] of Object.entries(times)) costs[name]?.push(median(all));
      const [row] = await database.query(
        `SELECT sum(pg_total_relation_size(c.oid))::float / 1e6 AS mb FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname IN ('fleet', 'fleet_queue')`,
      );
      costs['megabytes']?.push(Number(row?.['mb']));
    }
    return Object.entries(costs).map(([name, [few = 0, many = 0]]) => ({
      what: name === 'megabytes' ? 'tables, 10,000 jobs against 1,000' : `${name}, 10,000 jobs against 1,000`,
      value: many / few,
      unit: '×',
      measured: `${few.toFixed(1)} → ${many.toFixed(1)} ${name === 'megabytes' ? 'MB' : 'ms'}`,
    }));
  } finally {
    await fleet.close();
  }
}

/** A store in a folder, for one measurement. */
export async function withFolder<T>(use: (open: Open) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-bench-fleet-'));
  try {
    return await use(async () => openFolder(join(folder, 'store')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
