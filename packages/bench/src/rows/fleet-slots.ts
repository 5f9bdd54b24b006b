import { setTimeout as wait } from 'node:timers/promises';
import { connectPostgres, openFleet } from '@loopwright/fleet';
import { PgBoss } from 'pg-boss';
import type { Figure } from '../figures.ts';

const AGENTS = 200;
const SLOTS = 2;
const JOB_MS = 2_000;
/** What all slots could do if nothing took any time but the jobs. */
const OFFERED = (AGENTS * SLOTS * 1_000) / JOB_MS;
/** An agent says that it lives so often, as in the fleet. */
const BEAT_MS = 2_500;
/** The slots fill one after the other, so the first jobs don't count. */
const WARM_UP_MS = 4_000;
const CONNECTIONS = 20;
const QUEUE = 'slots';

/** The calls of an agent. */
interface Calls<Job> {
  readonly take: (agent: string) => Promise<Job | undefined>;
  readonly end: (job: Job) => Promise<unknown>;
  readonly beat: (agent: string, held: readonly Job[]) => Promise<unknown>;
}

/** Measures how many jobs of two seconds end with 400 slots of 200 agents in one process, beside the engine alone. */
export async function benchSlots(url: string, seconds: number): Promise<readonly Figure[]> {
  const jobs = OFFERED * (seconds + (2 * WARM_UP_MS) / 1_000);
  const engine = await engineRate(url, jobs, seconds);
  const fleet = await fleetRate(url, jobs, seconds);
  const row = (what: string, value: number, more: Partial<Figure> = {}): Figure => ({
    what: `jobs of 2 s on ${AGENTS * SLOTS} slots, ${what}`,
    value: value / OFFERED,
    unit: '×',
    measured: `${value.toFixed(0)} of ${OFFERED} jobs a second, ${AGENTS} agents on ${CONNECTIONS} connections`,
    ...more,
  });
  return [row('pg-boss alone', engine), row('PostgreSQL', fleet, { goal: { kind: 'at least', limit: 0.9 } })];
}

async function fleetRate(url: string, jobs: number, seconds: number): Promise<number> {
  const fleet = await openFleet(await connectPostgres(url, CONNECTIONS));
  try {
    await fleet.init();
    await fleet.add(
      Array.from({ length: jobs }, (_, index) => ({
        key: `slots-${index}`,
        repo: 'https://example.invalid/app.git',
        spec: 'Make the login tests pass.',
      })),
    );
    return await rateOf(seconds, {
      take: async (agent) => fleet.claim(agent),
      end: async (claim) => fleet.settle(claim, { outcome: { kind: 'verified' }, spentUsd: 0.1 }),
      beat: async (id, held) => {
        await fleet.touch({ id, host: 'bench', slots: SLOTS }, held);
        await fleet.expire();
      },
    });
  } finally {
    await fleet.close();
  }
}

async function engineRate(url: string, jobs: number, seconds: number): Promise<number> {
  const boss = new PgBoss({ connectionString: url, max: CONNECTIONS, supervise: false, schedule: false });
  try {
    await boss.start();
    await boss.createQueue(QUEUE, { heartbeatSeconds: 10 });
    await boss.insert(
      QUEUE,
      Array.from({ length: jobs }, (_, index) => ({ data: { index } })),
    );
    return await rateOf(seconds, {
      take: async () => (await boss.fetch(QUEUE))[0]?.id,
      end: async (id) => boss.complete(QUEUE, id),
      beat: async (_agent, held) => held.length > 0 && boss.touch(QUEUE, [...held]),
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Resolves with the jobs that ended in a second, once all slots work. */
async function rateOf<Job>(seconds: number, calls: Calls<Job>): Promise<number> {
  const start = performance.now() + WARM_UP_MS;
  const end = start + seconds * 1_000;
  let ended = 0;
  const onEnd = (): void => {
    const now = performance.now();
    if (now >= start && now < end) ended += 1;
  };
  const agents = Array.from({ length: AGENTS }, async (_, index) => {
    // Real agents don't begin at the same moment.
    await wait((BEAT_MS * index) / AGENTS);
    await runAgent(`bench-${index}`, end, calls, onEnd);
  });
  await Promise.all(agents);
  return ended / seconds;
}

/** As an agent of the fleet does: a beat, then jobs for all free slots, until its next beat or the end of a job. */
async function runAgent<Job>(
  agent: string,
  until: number,
  { take, end, beat }: Calls<Job>,
  onEnd: () => void,
): Promise<void> {
  const held = new Map<Job, Promise<void>>();
  const work = async (job: Job): Promise<void> => {
    await wait(JOB_MS);
    await end(job);
    onEnd();
    held.delete(job);
  };
  for (let nextBeat = 0; performance.now() < until;) {
    if (performance.now() >= nextBeat) {
      nextBeat = performance.now() + BEAT_MS;
      await beat(agent, [...held.keys()]);
    }
    while (held.size < SLOTS) {
      const job = await take(agent);
      if (job === undefined) break;
      held.set(job, work(job));
    }
    await Promise.race([wait(Math.max(0, nextBeat - performance.now())), ...held.values()]);
  }
  await Promise.all(held.values());
}
