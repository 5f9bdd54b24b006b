import { connectPostgres, type Database, type Fleet, openFleet, openFolder } from '@loopwright/fleet';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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
async function freshFleet(open: Open): Promise<Fleet> {
  const database = await open();
  await database.query('DROP SCHEMA IF EXISTS fleet CASCADE; DROP SCHEMA IF EXISTS fleet_queue CASCADE');
  const fleet = await openFleet(database);
  await fleet.init();
  return fleet;
}

/** Claims and settles empty jobs, several at a time. */
export async function jobsPerSecond(open: Open, jobs: number): Promise<number> {
  const fleet = await freshFleet(open);
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
  const fleet = await freshFleet(async () => connectPostgres(url));
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

/** A store in a folder, for one measurement. */
export async function withFolder<T>(use: (open: Open) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-bench-fleet-'));
  try {
    return await use(async () => openFolder(join(folder, 'store')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
