import type { Db } from 'pg-boss';
import type { Database, Query } from './database.ts';
import { type Delivery, type Engine, HEARTBEAT_S } from './engine.ts';

const SCHEMA = 'fleet_queue';
/** The engine's own limits must never end a job: the heartbeat and our table decide. */
const NEVER_S = 86_399;
const MANY = 10_000;
/** How often the engine looks for silent agents. */
const WATCH_S = 2;
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** A delivery is of no use once it is settled. */
const KEEP_S = 3_600;

/** The engine: pg-boss on the connections of the fleet, so that its statements join our transactions. */
export async function startPgBoss(database: Database): Promise<Engine> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: asDb(database.query),
    backend: database.kind,
    schema: SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: WATCH_S,
    monitorVacuum: false,
  });
  boss.on('error', () => undefined);
  const prepared = new Set<string>();
  let started: Promise<unknown> | undefined;
  // The engine refuses to start without its tables, so it starts with the first use.
  const start = async (): Promise<unknown> =>
    (started ??= boss.start().catch((error: unknown) => {
      // The server may be away just now.
      started = undefined;
      throw error;
    }));
  return {
    migrate: async () => {
      const installer = new PgBoss({
        db: asDb(database.query),
        backend: database.kind,
        schema: SCHEMA,
        supervise: false,
        schedule: false,
      });
      installer.on('error', () => undefined);
      await installer.start();
      await installer.stop({ graceful: false });
    },
    prepare: async (account) => {
      if (prepared.has(account)) return;
      await start();
      await boss.createQueue(queueOf(account), {
        expireInSeconds: NEVER_S,
        heartbeatSeconds: HEARTBEAT_S,
        retryLimit: MANY,
        retryDelay: 0,
        deleteAfterSeconds: KEEP_S,
        retentionSeconds: 365 * 86_400,
      });
      // The engine remembers the queue, so that no later call has to ask outside of its transaction.
      await boss.touch(queueOf(account), NO_JOB);
      prepared.add(account);
    },
    deliver: async (query, account, jobId, { priority, notBefore, delayMs }) => {
      const id = await boss.send(
        queueOf(account),
        { jobId },
        {
          priority,
          ...(notBefore && { startAfter: notBefore }),
          ...(delayMs !== undefined && { startAfter: Math.ceil(delayMs / 1000) }),
          db: asDb(query),
        },
      );
      if (id === null) throw new Error(`The queue of ${account} refused a job.`);
      return id;
    },
    take: async (query, account) => {
      const [taken] = await boss.fetch<{ jobId: number }>(queueOf(account), {
        includeMetadata: true,
        db: asDb(query),
      });
      return taken && { account, id: taken.id, retryCount: taken.retryCount, jobId: taken.data.jobId };
    },
    settle: async (query, delivery) => {
      const answer = await boss.complete(queueOf(delivery.account), attemptOf(delivery), null, {
        db: asDb(query),
      });
      return hasWorked(answer);
    },
    withdraw: async (query, account, id) => {
      await boss.deleteJob(queueOf(account), id, { db: asDb(query) });
    },
    touch: async (deliveries) => {
      const alive = new Set<unknown>();
      for (const account of new Set(deliveries.map((delivery) => delivery.account))) {
        const here = deliveries.filter((delivery) => delivery.account === account);
        const answer = await boss.touch(queueOf(account), here.map(attemptOf));
        for (const id of settledOf(answer)) alive.add(id);
      }
      // Of two attempts at one delivery only the last can live.
      const last = new Map(
        deliveries.toSorted((one, other) => one.retryCount - other.retryCount).map((one) => [one.id, one]),
      );
      return deliveries.filter((one) => alive.has(one.id) && last.get(one.id) === one);
    },
    raise: async (account, id, priority) =>
      void (await boss.update(queueOf(account), undefined, { id, priority })),
    expire: async () => {
      await start();
      await boss.supervise();
    },
    close: async () => {
      await started?.catch(() => undefined);
      await boss.stop({ graceful: false });
    },
  };
}

function asDb(query: Query): Db {
  return { executeSql: async (text, values) => ({ rows: [...(await query(text, values))] }) };
}

/** The engine's types leave out how many rows a call changed. */
function hasWorked(answer: object): boolean {
  return 'affected' in answer && answer.affected === 1;
}

/** The engine's types leave out which rows a call changed. */
function settledOf(answer: object): readonly unknown[] {
  return 'settled' in answer && Array.isArray(answer.settled) ? answer.settled : [];
}

function attemptOf({ id, retryCount }: Delivery): { readonly id: string; readonly retryCount: number } {
  return { id, retryCount };
}

function queueOf(account: string): string {
  return `account-${account}`;
}
