import { chargeOf, MAX_DEATHS, type Outcome } from './decide/weigh-result.ts';
import { checkNeeds } from './decide/order-needs.ts';
import type { Database, Query, Row } from './engine/database.ts';
import { type Delivery, type Engine, HEARTBEAT_S } from './engine/engine.ts';
import { startPgBoss } from './engine/pg-boss.ts';
import { FleetError } from './fleet-error.ts';
import { type Job, type JobInput, type JobRow, jobSchema, type JobState } from './model/job.ts';
import { CHANNEL, SCHEMA, SCHEMA_VERSION } from './tables/schema.ts';

/** A job in the hands of an agent. */
export interface Claim {
  readonly delivery: Delivery;
  readonly attempt: number;
  /** How many earlier attempts ended in an error. */
  readonly failures: number;
  /** How many agents died with it. Each may have spent all that it had reserved. */
  readonly deaths: number;
  readonly job: Job;
  /** Where an earlier attempt left off; undefined for the first. */
  readonly bundle: Bundle | undefined;
}

/** What another agent needs to go on with a job. */
export interface Bundle {
  readonly iteration: number;
  readonly spentUsd: number;
  /** The driver ended it with every criterion proved; only the push is missing. */
  readonly isProved: boolean;
  readonly branch: string;
  readonly commit: string;
  readonly content: Uint8Array;
}

/** How an attempt ended. */
export interface Settlement {
  readonly outcome: Outcome | { readonly kind: 'cancelled' } | { readonly kind: 'returned' };
  /** What this attempt cost. */
  readonly spentUsd: number;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
}

export interface AgentRow {
  readonly id: string;
  readonly host: string;
  readonly slots: number;
  readonly busy: number;
  readonly drain: boolean;
  readonly isAlive: boolean;
}

export interface FleetState {
  readonly jobs: readonly JobRow[];
  readonly agents: readonly AgentRow[];
  readonly accounts: readonly {
    readonly name: string;
    readonly shutUntil: Date | null;
    readonly reason: string;
  }[];
  readonly budget: { readonly capUsd: number | null; readonly spentUsd: number; readonly heldUsd: number };
}

/** Jobs with an earlier attempt come before new ones, so that begun work gets done. */
const RESUMED_PRIORITY = 1_000;

/** A fleet on a database. Every change is one transaction over our tables and those of the engine. */
export interface Fleet {
  /** Creates or updates the tables. */
  readonly init: (options?: { readonly budgetUsd?: number | null }) => Promise<void>;
  /** Throws `FleetError` if the tables are missing or of another version. */
  readonly check: () => Promise<void>;
  /** Adds jobs, all or none. A key that is known already is left alone. */
  readonly add: (
    jobs: readonly JobInput[],
  ) => Promise<{ readonly added: readonly string[]; readonly known: readonly string[] }>;
  /** Takes the next job for an agent; undefined if no job may start now. */
  readonly claim: (agent: string) => Promise<Claim | undefined>;
  /** Says that an agent lives. Resolves with the claims that are still its own, and those to be cancelled. */
  readonly touch: (
    agent: { readonly id: string; readonly host: string; readonly slots: number },
    claims: readonly Claim[],
  ) => Promise<{
    readonly own: readonly Claim[];
    readonly cancel: readonly Claim[];
    readonly drain: boolean;
  }>;
  /** Stores the progress of an attempt; false if another agent has the job by now. */
  readonly save: (claim: Claim, bundle: Bundle) => Promise<boolean>;
  /** Ends an attempt; false if another agent has the job by now. */
  readonly settle: (claim: Claim, settlement: Settlement) => Promise<boolean>;
  /** Hands out the jobs of silent agents again. */
  readonly expire: () => Promise<void>;
  /** Puts jobs back that ended, failed or were cancelled; resolves with their keys. */
  readonly retry: (keys: readonly string[]) => Promise<readonly string[]>;
  /** Takes jobs back; one that runs ends within a heartbeat. Resolves with their keys. */
  readonly cancel: (keys: readonly string[]) => Promise<readonly string[]>;
  /** Lets agents finish their current jobs, and take no new ones. */
  readonly drain: (agents?: readonly string[]) => Promise<readonly string[]>;
  readonly leave: (agent: string) => Promise<void>;
  readonly state: () => Promise<FleetState>;
  /** Calls `wake` when a job may have become ready. Resolves with a function that stops listening. */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/** Rolls a transaction back without an error. */
class RolledBack extends Error {}

export async function openFleet(database: Database): Promise<Fleet> {
  const engine = await startPgBoss(database);
  return {
    init: async ({ budgetUsd } = {}) => {
      const version = await versionOf(database);
      if (version !== undefined && version > SCHEMA_VERSION) throw newerSchema(version);
      await database.query(SCHEMA);
      await engine.migrate();
      await database.query('INSERT INTO fleet.version VALUES ($1) ON CONFLICT DO NOTHING', [SCHEMA_VERSION]);
      if (budgetUsd !== undefined) await database.query('UPDATE fleet.budget SET cap_usd = $1', [budgetUsd]);
    },
    check: async () => {
      const version = await versionOf(database);
      if (version === undefined || version < SCHEMA_VERSION) {
        throw new FleetError(
          'not-set-up',
          'There is no fleet of this version here: run `loop fleet init` first.',
        );
      }
      if (version > SCHEMA_VERSION) throw newerSchema(version);
    },
    add: async (inputs) => add(database, engine, inputs.map(parseJob)),
    claim: async (agent) => claimNext(database, engine, agent),
    touch: async (agent, claims) => touch(database, engine, agent, claims),
    save: async (claim, bundle) => save(database, claim, bundle),
    settle: async (claim, settlement) => settle(database, engine, claim, settlement),
    expire: async () => expire(database, engine),
    retry: async (keys) => retry(database, engine, keys),
    cancel: async (keys) => cancel(database, engine, keys),
    drain: async (agents) => {
      const rows = await database.query(
        'UPDATE fleet.agent SET drain = true WHERE $1::text[] IS NULL OR id = ANY($1::text[]) RETURNING id',
        [agents ?? null],
      );
      return rows.map(({ id }) => String(id));
    },
    leave: async (agent) => void (await database.query('DELETE FROM fleet.agent WHERE id = $1', [agent])),
    state: async () => readState(database),
    listen: async (wake) => database.listen(CHANNEL, wake),
    close: async () => {
      await engine.close();
      await database.close();
    },
  };
}

function newerSchema(version: number): FleetError {
  return new FleetError(
    'newer-schema',
    `The fleet is of version ${version}, this agent knows ${SCHEMA_VERSION}. Update @loopwright/fleet here.`,
  );
}

async function versionOf(database: Database): Promise<number | undefined> {
  const [found] = await database.query("SELECT to_regclass('fleet.version') IS NOT NULL AS found");
  if (found?.['found'] !== true) return undefined;
  const [row] = await database.query('SELECT max(version)::int AS version FROM fleet.version');
  return typeof row?.['version'] === 'number' ? row['version'] : undefined;
}

function parseJob(input: JobInput, index: number): Job {
  const parsed = jobSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const name =
    typeof input === 'object' && input !== null && 'key' in input
      ? String(input.key).slice(0, 60)
      : `number ${index + 1}`;
  throw new FleetError(
    'bad-job',
    `The job ${name}: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'is no job'}.`,
  );
}

async function add(
  { query, transaction }: Database,
  engine: Engine,
  jobs: readonly Job[],
): Promise<{ readonly added: readonly string[]; readonly known: readonly string[] }> {
  const named = [...new Set(jobs.flatMap(({ key, needs }) => [key, ...needs]))];
  const rows = await query('SELECT key FROM fleet.job WHERE key = ANY($1::text[])', [named]);
  const before = new Set(rows.map(({ key }) => String(key)));
  const fresh = [
    ...new Map(jobs.filter(({ key }) => !before.has(key)).map((job) => [job.key, job])).values(),
  ];
  checkNeeds(fresh, before);
  for (const account of new Set(fresh.map((job) => job.account))) await engine.prepare(account);
  await prepareAll(query, engine);
  const added: string[] = [];
  await transaction(async (open) => {
    const ids = new Map<string, number>();
    for (const job of fresh) {
      await open('INSERT INTO fleet.account (name) VALUES ($1) ON CONFLICT DO NOTHING', [job.account]);
      const [row] = await open(
        `INSERT INTO fleet.job (key, spec, account, priority, budget_usd, state)
         VALUES ($1, $2, $3, $4, $5, 'waiting') ON CONFLICT (key) DO NOTHING RETURNING id`,
        [job.key, JSON.stringify(job), job.account, job.priority, job.budgetUsd],
      );
      if (!row) continue;
      ids.set(job.key, Number(row['id']));
      added.push(job.key);
    }
    for (const job of fresh) {
      const id = ids.get(job.key);
      if (id === undefined) continue;
      await open(
        `INSERT INTO fleet.need SELECT $1, id FROM fleet.job WHERE key = ANY($2::text[]) ON CONFLICT DO NOTHING`,
        [id, job.needs],
      );
      await queueIfReady(open, engine, id);
    }
  });
  const isNew = new Set(added);
  return { added, known: [...new Set(jobs.map(({ key }) => key))].filter((key) => !isNew.has(key)) };
}

/** Counts the unmet needs of a job. Puts a job without unmet needs into its queue. */
async function queueIfReady(
  open: Query,
  engine: Engine,
  id: number,
  options: { resumed?: boolean; notBefore?: Date } = {},
): Promise<void> {
  // The needed jobs are locked: one that is verified at this moment is counted here, or sees this job.
  await open(
    `SELECT 1 FROM fleet.job WHERE id IN (SELECT needs FROM fleet.need WHERE job = $1) ORDER BY id FOR SHARE`,
    [id],
  );
  const [row] = await open(
    `UPDATE fleet.job SET unmet = (
       SELECT count(*) FROM fleet.need n JOIN fleet.job j ON j.id = n.needs WHERE n.job = $1 AND j.state <> 'verified'
     ), state = 'waiting', agent = NULL, ended_at = NULL WHERE id = $1 RETURNING unmet, account, priority`,
    [id],
  );
  if (!row || Number(row['unmet']) > 0) return;
  const delivery = await engine.deliver(open, String(row['account']), id, {
    priority: Number(row['priority']) + (options.resumed ? RESUMED_PRIORITY : 0),
    ...(options.notBefore && { notBefore: options.notBefore }),
  });
  await open(`UPDATE fleet.job SET state = 'queued', delivery = $2 WHERE id = $1`, [id, delivery]);
  await open(`NOTIFY ${CHANNEL}`);
}

/** Prepares the queues of all accounts, because a transaction can't. */
async function prepareAll(query: Query, engine: Engine): Promise<void> {
  for (const { name } of await query('SELECT name FROM fleet.account')) await engine.prepare(String(name));
}

async function claimNext(database: Database, engine: Engine, agent: string): Promise<Claim | undefined> {
  await prepareAll(database.query, engine);
  const accounts = await database.query(
    'SELECT name FROM fleet.account WHERE shut_until <= now() ORDER BY random()',
  );
  for (const { name } of accounts) {
    const account = String(name);
    for (let claim: Claim | 'stale' | undefined = 'stale'; claim === 'stale';) {
      try {
        claim = await database.transaction(async (open) => claimFrom(open, engine, account, agent));
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
        claim = undefined;
      }
      if (claim !== undefined && claim !== 'stale') return claim;
    }
  }
  return undefined;
}

/** Takes a job of an account; `stale` if the delivered job is over or has a newer delivery. */
async function claimFrom(
  open: Query,
  engine: Engine,
  account: string,
  agent: string,
): Promise<Claim | 'stale' | undefined> {
  // Shared with other agents, not with one that shuts the account: no job starts while it is shut.
  const [gate] = await open('SELECT 1 FROM fleet.account WHERE name = $1 AND shut_until <= now() FOR SHARE', [
    account,
  ]);
  if (!gate) return undefined;
  const delivery = await engine.take(open, account);
  if (!delivery) return undefined;
  const [row] = await open('SELECT * FROM fleet.job WHERE id = $1 FOR UPDATE', [delivery.jobId]);
  const isOpen = row?.['state'] === 'queued' || row?.['state'] === 'running';
  if (!row || !isOpen || row['delivery'] !== delivery.id) {
    await engine.settle(open, delivery);
    return 'stale';
  }
  if (row['state'] === 'running' && !(await buryAttempt(open, engine, row, delivery))) return 'stale';
  const [budget] = await open(
    `UPDATE fleet.budget SET held_usd = held_usd + $1
     WHERE cap_usd IS NULL OR spent_usd + held_usd + $1 <= cap_usd RETURNING 1`,
    [row['budget_usd']],
  );
  // The delivery stays in the queue: it waits for the money of others, or for a larger budget.
  if (!budget) throw new RolledBack('no budget');
  const [begun] = await open(
    `UPDATE fleet.job SET state = 'running', reason = '', attempts = attempts + 1, agent = $2,
       started_at = coalesce(started_at, now()) WHERE id = $1 RETURNING attempts`,
    [delivery.jobId, agent],
  );
  const attempt = Number(begun?.['attempts']);
  await open('INSERT INTO fleet.hold VALUES ($1, $2, $3)', [delivery.jobId, attempt, row['budget_usd']]);
  const [bundle] = await open('SELECT * FROM fleet.bundle WHERE job = $1', [delivery.jobId]);
  return {
    delivery,
    attempt,
    failures: Number(row['failures']),
    deaths: Number(row['deaths']) + (row['state'] === 'running' ? 1 : 0),
    job: jobSchema.parse(row['spec']),
    bundle: bundle && toBundle(bundle),
  };
}

/** Ends an attempt whose agent fell silent, and charges its whole reservation. False if that ends the job, too. */
async function buryAttempt(open: Query, engine: Engine, row: Row, delivery: Delivery): Promise<boolean> {
  const id = delivery.jobId;
  await chargeHold(open, id, undefined);
  const deaths = Number(row['deaths']) + 1;
  if (row['cancel'] === true) {
    await engine.settle(open, delivery);
    await endJob(open, id, 'cancelled', '');
    return false;
  }
  await open('UPDATE fleet.job SET deaths = $2 WHERE id = $1', [id, deaths]);
  if (deaths < MAX_DEATHS) return true;
  await engine.settle(open, delivery);
  await endJob(open, id, 'failed', `${deaths} agents died while they worked on it`);
  return false;
}

/** Replaces the reservation of an attempt by its cost. */
async function chargeHold(open: Query, id: number, spentUsd: number | undefined): Promise<void> {
  const [hold] = await open('DELETE FROM fleet.hold WHERE job = $1 RETURNING usd', [id]);
  if (!hold) return;
  const held = Number(hold['usd']);
  const usd = chargeOf(held, spentUsd);
  await open('UPDATE fleet.budget SET held_usd = held_usd - $1, spent_usd = spent_usd + $2', [held, usd]);
  await open('UPDATE fleet.job SET spent_usd = spent_usd + $2 WHERE id = $1', [id, usd]);
}

async function endJob(open: Query, id: number, state: JobState, reason: string): Promise<void> {
  await open(
    `UPDATE fleet.job SET state = $2, reason = $3, agent = NULL, delivery = NULL, cancel = false, ended_at = now() WHERE id = $1`,
    [id, state, reason],
  );
}

async function touch(
  { query }: Database,
  engine: Engine,
  { id, host, slots }: { readonly id: string; readonly host: string; readonly slots: number },
  claims: readonly Claim[],
): Promise<{ readonly own: readonly Claim[]; readonly cancel: readonly Claim[]; readonly drain: boolean }> {
  const [agent] = await query(
    `INSERT INTO fleet.agent (id, host, slots, busy) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), busy = $4 RETURNING drain`,
    [id, host, slots, claims.length],
  );
  const alive = new Set(await engine.touch(claims.map(({ delivery }) => delivery)));
  const own = claims.filter(({ delivery }) => alive.has(delivery));
  const cancelled = await query('SELECT id FROM fleet.job WHERE cancel AND id = ANY($1::int[])', [
    own.map(({ delivery }) => delivery.jobId),
  ]);
  const ids = new Set(cancelled.map((row) => Number(row['id'])));
  return {
    own,
    cancel: own.filter(({ delivery }) => ids.has(delivery.jobId)),
    drain: agent?.['drain'] === true,
  };
}

/** Hands out the jobs of silent agents again, before new jobs. */
async function expire({ query }: Database, engine: Engine): Promise<void> {
  await prepareAll(query, engine);
  await engine.expire();
  const silent = await query(
    `SELECT j.account, j.delivery, j.priority FROM fleet.job j LEFT JOIN fleet.agent a ON a.id = j.agent
     WHERE j.state = 'running' AND coalesce(a.seen_at, '-infinity') < now() - make_interval(secs => $1)`,
    [HEARTBEAT_S],
  );
  for (const { account, delivery, priority } of silent) {
    await engine.raise(String(account), String(delivery), Number(priority) + RESUMED_PRIORITY);
  }
}

async function save({ query }: Database, { delivery, attempt }: Claim, bundle: Bundle): Promise<boolean> {
  const rows = await query(
    `INSERT INTO fleet.bundle
     SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM fleet.hold WHERE job = $1 AND attempt = $2)
     ON CONFLICT (job) DO UPDATE SET attempt = $2, iteration = $3, spent_usd = $4, is_proved = $5, branch = $6, commit = $7, content = $8
     RETURNING 1`,
    [
      delivery.jobId,
      attempt,
      bundle.iteration,
      bundle.spentUsd,
      bundle.isProved,
      bundle.branch,
      bundle.commit,
      bundle.content,
    ],
  );
  return rows.length === 1;
}

async function settle(
  database: Database,
  engine: Engine,
  { delivery, attempt }: Claim,
  { outcome, spentUsd, branch, commit }: Settlement,
): Promise<boolean> {
  await prepareAll(database.query, engine);
  return database.transaction(async (open) => {
    const id = delivery.jobId;
    const [hold] = await open('SELECT 1 FROM fleet.hold WHERE job = $1 AND attempt = $2 FOR UPDATE', [
      id,
      attempt,
    ]);
    if (!hold || !(await engine.settle(open, delivery))) return false;
    await chargeHold(open, id, spentUsd);
    await open(
      'UPDATE fleet.job SET branch = coalesce($2, branch), commit = coalesce($3, commit) WHERE id = $1',
      [id, branch ?? null, commit ?? null],
    );
    await apply(open, engine, delivery, outcome);
    return true;
  });
}

async function apply(
  open: Query,
  engine: Engine,
  { jobId, account }: Delivery,
  outcome: Settlement['outcome'],
): Promise<void> {
  switch (outcome.kind) {
    case 'verified': {
      await endJob(open, jobId, 'verified', '');
      const waiting = await open(
        `SELECT n.job FROM fleet.need n JOIN fleet.job j ON j.id = n.job WHERE n.needs = $1 AND j.state = 'waiting' ORDER BY n.job FOR UPDATE OF j`,
        [jobId],
      );
      for (const { job } of waiting) await queueIfReady(open, engine, Number(job));
      return;
    }
    case 'limited': {
      const until = new Date(outcome.until);
      await open(
        'UPDATE fleet.account SET shut_until = greatest(shut_until, $2), reason = $3 WHERE name = $1',
        [account, until, outcome.reason],
      );
      await open('UPDATE fleet.job SET reason = $2 WHERE id = $1', [jobId, outcome.reason]);
      await queueIfReady(open, engine, jobId, { resumed: true, notBefore: until });
      return;
    }
    case 'again':
      await open('UPDATE fleet.job SET failures = failures + 1, reason = $2 WHERE id = $1', [
        jobId,
        outcome.reason,
      ]);
      await queueIfReady(open, engine, jobId, { resumed: true, notBefore: new Date(outcome.notBefore) });
      return;
    case 'returned':
      await queueIfReady(open, engine, jobId, { resumed: true });
      return;
    case 'ended':
    case 'failed':
      await endJob(open, jobId, outcome.kind, outcome.reason);
      return;
    case 'cancelled':
      await endJob(open, jobId, 'cancelled', '');
  }
}

async function retry(
  database: Database,
  engine: Engine,
  keys: readonly string[],
): Promise<readonly string[]> {
  await prepareAll(database.query, engine);
  return database.transaction(async (open) => {
    const rows = await open(
      `UPDATE fleet.job SET deaths = 0, failures = 0, reason = '', cancel = false
       WHERE key = ANY($1::text[]) AND state IN ('ended', 'failed', 'cancelled') RETURNING id, key`,
      [keys],
    );
    for (const { id } of rows) await queueIfReady(open, engine, Number(id));
    return rows.map(({ key }) => String(key));
  });
}

async function cancel(
  database: Database,
  engine: Engine,
  keys: readonly string[],
): Promise<readonly string[]> {
  await prepareAll(database.query, engine);
  return database.transaction(async (open) => {
    const rows = await open(
      `SELECT id, key, state, account, delivery FROM fleet.job
       WHERE key = ANY($1::text[]) AND state IN ('waiting', 'queued', 'running') ORDER BY id FOR UPDATE`,
      [keys],
    );
    for (const row of rows) {
      const id = Number(row['id']);
      if (row['state'] === 'running') {
        await open('UPDATE fleet.job SET cancel = true WHERE id = $1', [id]);
        continue;
      }
      if (row['state'] === 'queued')
        await engine.withdraw(open, String(row['account']), String(row['delivery']));
      await endJob(open, id, 'cancelled', '');
    }
    return rows.map(({ key }) => String(key));
  });
}

async function readState({ query }: Database): Promise<FleetState> {
  const jobs = await query('SELECT * FROM fleet.job ORDER BY id');
  const agents = await query(
    `SELECT *, seen_at > now() - make_interval(secs => $1) AS alive FROM fleet.agent ORDER BY id`,
    [2 * HEARTBEAT_S],
  );
  const accounts = await query(
    `SELECT name, CASE WHEN shut_until > now() THEN shut_until END AS shut_until, reason FROM fleet.account ORDER BY name`,
  );
  const [budget] = await query('SELECT * FROM fleet.budget');
  return {
    jobs: jobs.map(toJobRow),
    agents: agents.map((row) => ({
      id: String(row['id']),
      host: String(row['host']),
      slots: Number(row['slots']),
      busy: Number(row['busy']),
      drain: row['drain'] === true,
      isAlive: row['alive'] === true,
    })),
    accounts: accounts.map((row) => ({
      name: String(row['name']),
      shutUntil: dateOf(row['shut_until']),
      reason: String(row['reason']),
    })),
    budget: {
      capUsd: budget?.['cap_usd'] === null ? null : Number(budget?.['cap_usd']),
      spentUsd: Number(budget?.['spent_usd']),
      heldUsd: Number(budget?.['held_usd']),
    },
  };
}

function toJobRow(row: Row): JobRow {
  return {
    ...jobSchema.parse(row['spec']),
    state: row['state'] as JobState,
    reason: String(row['reason']),
    attempts: Number(row['attempts']),
    deaths: Number(row['deaths']),
    failures: Number(row['failures']),
    spentUsd: Number(row['spent_usd']),
    agent: textOf(row['agent']),
    branch: textOf(row['branch']),
    commit: textOf(row['commit']),
    addedAt: dateOf(row['added_at']) ?? new Date(0),
    startedAt: dateOf(row['started_at']),
    endedAt: dateOf(row['ended_at']),
  };
}

function toBundle(row: Row): Bundle {
  return {
    iteration: Number(row['iteration']),
    spentUsd: Number(row['spent_usd']),
    isProved: row['is_proved'] === true,
    branch: String(row['branch']),
    commit: String(row['commit']),
    content: row['content'] as Uint8Array,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function dateOf(value: unknown): Date | null {
  return value instanceof Date ? value : null;
}
