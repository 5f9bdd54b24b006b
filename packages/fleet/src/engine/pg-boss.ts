import type { Db, PgBoss } from 'pg-boss';
import type { Database, Query } from './database.ts';
import { type Engine, type Entry, HEARTBEAT_S, Unprepared } from './engine.ts';

const SCHEMA = 'fleet_queue';
/** The engine's own limit must never end an attempt: the heartbeat decides. It takes at most a day. */
const NEVER_S = 86_399;
/** How often the engine looks for silent agents. */
const WATCH_S = 2;
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** Where the engine puts a copy of each entry whose agent fell silent. */
const SILENT = 'silent';

/** The engine: pg-boss on the connections of the fleet, so that its statements join our transactions. */
export function createEngine(database: Database): Engine {
  const start = async (migrate: boolean): Promise<PgBoss> => {
    const { PgBoss } = await import('pg-boss');
    const one = new PgBoss({
      db: asDb(database.query),
      backend: database.kind,
      schema: SCHEMA,
      migrate,
      supervise: false,
      schedule: false,
      monitorIntervalSeconds: WATCH_S,
      monitorVacuum: false,
    });
    one.on('error', () => undefined);
    return one.start();
  };
  const prepared = new Set<string>();
  let started: Promise<PgBoss> | undefined;
  // The engine refuses to start without its tables, and takes time to load, so it starts with the first use.
  const use = async (): Promise<PgBoss> =>
    (started ??= start(false).catch((error: unknown) => {
      // The server may be away just now.
      started = undefined;
      throw error;
    }));
  /** The engine remembers a queue that it used, so that no later call has to ask outside of its transaction. */
  const remember = async (queue: string): Promise<void> => {
    if (prepared.has(queue)) return;
    const boss = await use();
    await boss.touch(queue, NO_JOB);
    prepared.add(queue);
  };
  const prepare = async (account: string): Promise<void> => {
    if (prepared.has(queueOf(account))) return;
    const boss = await use();
    await boss.createQueue(queueOf(account), {
      expireInSeconds: NEVER_S,
      heartbeatSeconds: HEARTBEAT_S,
      // Each attempt is an entry, and our table decides about the next one.
      retryLimit: 0,
      deadLetter: SILENT,
      retentionSeconds: 365 * 86_400,
    });
    await remember(queueOf(account));
  };
  /** The engine does not start inside of a transaction: a store in a folder has one connection. */
  const preparedFor = async ({ account }: Entry): Promise<PgBoss> => {
    if (!prepared.has(queueOf(account))) throw new Unprepared(account);
    return use();
  };
  return {
    migrate: async () => {
      const installer = await start(true);
      await installer.createQueue(SILENT, { retentionSeconds: 365 * 86_400 });
      await installer.stop({ graceful: false });
    },
    prepare,
    deliver: async (query, entry, { priority, price, notBefore, delayMs }) => {
      const startAfter = notBefore ?? (delayMs === undefined ? undefined : Math.ceil(delayMs / 1000));
      const boss = await preparedFor(entry);
      const id = await boss.send(queueOf(entry.account), entry, {
        id: idOf(entry),
        priority,
        group: { id: price },
        ...(startAfter !== undefined && { startAfter }),
        db: asDb(query),
      });
      if (id === null)
        throw new Error(`Attempt ${entry.attempt} of job ${entry.jobId} is in its queue already.`);
    },
    take: async (query, account, tooDear) => {
      const options = { ignoreGroups: [...tooDear], db: asDb(query) };
      const boss = await use();
      const [taken] = await boss.fetch<Entry>(queueOf(account), options);
      return taken?.data;
    },
    remove: async (query, entry) => {
      const boss = await preparedFor(entry);
      const answer = await boss.deleteJob(queueOf(entry.account), idOf(entry), { db: asDb(query) });
      return 'affected' in answer && answer.affected === 1;
    },
    touch: async (entries) => {
      const alive = new Set<unknown>();
      for (const account of new Set(entries.map((entry) => entry.account))) {
        await prepare(account);
        const ids = entries.filter((entry) => entry.account === account).map(idOf);
        const boss = await use();
        const answer = await boss.touch(queueOf(account), ids);
        for (const id of settledOf(answer)) alive.add(id);
      }
      return entries.filter((entry) => alive.has(idOf(entry)));
    },
    expire: async () => {
      await remember(SILENT);
      // Of many agents one looks at a time, and the others ask for no more than that.
      const [due] = await database.query(
        `SELECT FROM ${SCHEMA}.queue WHERE coalesce(monitor_claim_on, monitor_on, '-infinity')
           <= now() - make_interval(secs => $1) LIMIT 1`,
        [WATCH_S],
      );
      const boss = await use();
      if (due) await boss.supervise();
      return due !== undefined;
    },
    takeSilent: async (query) => {
      const boss = await use();
      const [silent] = await boss.fetch<Entry>(SILENT, { db: asDb(query) });
      if (silent) await boss.deleteJob(SILENT, silent.id, { db: asDb(query) });
      return silent?.data;
    },
    close: async () => {
      const boss = await started?.catch(() => undefined);
      await boss?.stop({ graceful: false });
    },
  };
}

function asDb(query: Query): Db {
  return { executeSql: async (text, values) => ({ rows: [...(await query(text, values))] }) };
}

/** The engine's types leave out which rows a call changed. */
function settledOf(answer: object): readonly unknown[] {
  return 'settled' in answer && Array.isArray(answer.settled) ? answer.settled : [];
}

/** The name of an attempt in the engine; the tables of version 4 make it, too. */
function idOf({ jobId, attempt }: Entry): string {
  return `${hex(jobId, 8)}-0000-4000-8000-${hex(attempt, 12)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function queueOf(account: string): string {
  return `account-${account}`;
}
