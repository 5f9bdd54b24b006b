import { MAX_DEATHS } from '../decide/weigh-result.ts';
import type { Database, Query, Row } from '../engine/database.ts';
import type { Delivery, Engine } from '../engine/engine.ts';
import type { Bundle, Claim } from '../model/fleet.ts';
import { jobSchema } from '../model/job.ts';
import { endJob } from './queue-job.ts';
import { chargeHold } from './settle-attempt.ts';

/** Rolls a transaction back without an error. */
class RolledBack extends Error {}

export async function claimNext(
  database: Database,
  engine: Engine,
  agent: string,
): Promise<Claim | undefined> {
  const accounts = await database.query(
    'SELECT name FROM fleet.account WHERE shut_until <= now() ORDER BY random()',
  );
  for (const { name } of accounts) {
    const account = String(name);
    await engine.prepare(account);
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
  const [bundle] =
    attempt === 1 ? [] : await open('SELECT * FROM fleet.bundle WHERE job = $1', [delivery.jobId]);
  const job = jobSchema.parse(row['spec']);
  return {
    delivery,
    attempt,
    failures: Number(row['failures']),
    job,
    neededBranches: job.needs.length === 0 ? [] : await neededBranches(open, delivery.jobId, job.repo),
    bundle: bundle && toBundle(bundle),
  };
}

/** Ends an attempt whose agent fell silent, and charges its whole reservation. False if that ends the job, too. */
async function buryAttempt(open: Query, engine: Engine, row: Row, delivery: Delivery): Promise<boolean> {
  const id = delivery.jobId;
  await chargeHold(open, id, { spentUsd: undefined, outcome: { kind: 'died' } });
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

/** The branches of all jobs that a job needs, also indirectly, in the same repository. */
async function neededBranches(open: Query, id: number, repo: string): Promise<readonly string[]> {
  const rows = await open(
    `WITH RECURSIVE needed AS (
       SELECT needs FROM fleet.need WHERE job = $1
       UNION SELECT n.needs FROM fleet.need n JOIN needed ON n.job = needed.needs
     )
     SELECT branch FROM fleet.job WHERE id IN (SELECT needs FROM needed)
       AND branch IS NOT NULL AND spec->>'repo' = $2 ORDER BY id`,
    [id, repo],
  );
  return rows.map(({ branch }) => String(branch));
}

export function toBundle(row: Row): Bundle {
  return {
    iteration: Number(row['iteration']),
    spentUsd: Number(row['spent_usd']),
    isProved: row['is_proved'] === true,
    branch: String(row['branch']),
    commit: String(row['commit']),
    base: String(row['base']),
    content: row['content'] as Uint8Array,
  };
}
