import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectPostgres, type Database, openFleet, openFolder } from '@loopwright/fleet';
import { postgresPrograms, startPostgres } from '@loopwright/testkit';
import { PgBoss } from 'pg-boss';
import type { Figure } from '../figures.ts';
import { benchSlots } from './fleet-slots.ts';
import { benchStatus } from './fleet-status.ts';

const WORKERS = 4;
const QUEUE = 'bench';

/** Measures `status` of a fleet, full slots, and empty jobs, on the PostgreSQL of this machine and in a folder, beside those of its engine. */
export async function benchFleet(rounds: number): Promise<readonly Figure[]> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const jobs = rounds > 8 ? 2_000 : 200;
  const server = startPostgres(programs);
  const folder = mkdtempSync(join(tmpdir(), 'loop-bench-fleet-'));
  try {
    const engine = await engineJobs(server.url, jobs);
    const onServer = await fleetJobs(await connectPostgres(server.url), jobs);
    const inFolder = await fleetJobs(await openFolder(join(folder, 'store')), jobs / 2);
    const row = (what: string, value: number, measured: string): Figure => ({
      what: `empty jobs a second, ${what}`,
      value: Math.round(value),
      unit: '',
      measured,
    });
    const share = (value: number): string => `${(value / engine).toFixed(2)} × pg-boss`;
    return [
      row('pg-boss alone', engine, `taken and completed, ${WORKERS} at a time in one process`),
      row('PostgreSQL', onServer, `${share(onServer)}: claimed and settled, with budget and journal`),
      row('in a folder', inFolder, share(inFolder)),
      ...(await benchSlots(server.url, rounds > 8 ? 15 : 4)),
      ...(await benchStatus(programs, rounds)),
    ];
  } finally {
    server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs several workers until each of them finds no job. Resolves with the jobs of a second. */
async function rateOf(jobs: number, workOne: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (await workOne());
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return jobs / ((performance.now() - start) / 1000);
}

async function fleetJobs(database: Database, jobs: number): Promise<number> {
  const fleet = await openFleet(database);
  try {
    await fleet.init();
    await fleet.add(
      Array.from({ length: jobs }, (_, index) => ({
        key: String(index),
        repo: 'https://example.invalid/app.git',
        spec: 'Make the login tests pass.',
        checks: ['tests=npm test'],
      })),
    );
    return await rateOf(jobs, async () => {
      const claim = await fleet.claim('bench');
      if (claim) await fleet.settle(claim, { outcome: { kind: 'verified' }, spentUsd: 0.1 });
      return claim !== undefined;
    });
  } finally {
    await fleet.close();
  }
}

async function engineJobs(url: string, jobs: number): Promise<number> {
  const boss = new PgBoss({ connectionString: url, max: WORKERS, supervise: false, schedule: false });
  try {
    await boss.start();
    await boss.createQueue(QUEUE);
    await boss.insert(
      QUEUE,
      Array.from({ length: jobs }, (_, index) => ({ data: { index } })),
    );
    return await rateOf(jobs, async () => {
      const [job] = await boss.fetch(QUEUE);
      if (job) await boss.complete(QUEUE, job.id);
      return job !== undefined;
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}
