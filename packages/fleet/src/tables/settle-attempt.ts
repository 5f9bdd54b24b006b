import { chargeOf, MAX_LIMIT_S, postponedMs, UNKNOWN_LIMIT_S } from '../decide/weigh-result.ts';
import type { Database, Query } from '../engine/database.ts';
import type { Delivery, Engine } from '../engine/engine.ts';
import type { Attempt, Bundle, Settlement } from '../model/fleet.ts';
import { changeJobs, endJob, queueIfReady } from './queue-job.ts';

export async function save(
  { query }: Database,
  { delivery, attempt }: Attempt,
  bundle: Bundle,
): Promise<boolean> {
  // A claim locks the job, too: the next attempt either reads this bundle, or this bundle is refused.
  const rows = await query(
    `WITH own AS MATERIALIZED (SELECT 1 FROM fleet.job WHERE id = $1 AND attempts = $2 AND state = 'running' FOR SHARE)
     INSERT INTO fleet.bundle SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM own
     ON CONFLICT (job) DO UPDATE SET attempt = $2, iteration = $3, spent_usd = $4, is_proved = $5, branch = $6, commit = $7, content = $8, base = $9
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
      bundle.base,
    ],
  );
  return rows.length === 1;
}

export async function settle(
  database: Database,
  engine: Engine,
  { delivery, attempt }: Attempt,
  settlement: Settlement,
): Promise<boolean> {
  const { outcome, branch, commit, pullRequest } = settlement;
  return changeJobs(database, engine, async (open) => {
    const id = delivery.jobId;
    // Claims lock in this order, too: account, delivery, job and hold, budget.
    if (outcome.kind === 'limited')
      await open('SELECT 1 FROM fleet.account WHERE name = $1 FOR UPDATE', [delivery.account]);
    if (!(await engine.settle(open, delivery))) return false;
    if ((await chargeHold(open, id, settlement)) !== attempt)
      throw new Error(`The delivery and the reservation of job ${id} are of different attempts.`);
    await open(
      `UPDATE fleet.job SET branch = coalesce($2, branch), commit = coalesce($3, commit),
         pull_request = coalesce($4, pull_request) WHERE id = $1`,
      [id, branch ?? null, commit ?? null, pullRequest ?? null],
    );
    await apply(open, engine, delivery, outcome);
    return true;
  });
}

interface EndKind {
  readonly kind: string;
  readonly reason?: string | undefined;
}

async function apply(
  open: Query,
  engine: Engine,
  { jobId, account }: Delivery,
  outcome: Settlement['outcome'],
): Promise<void> {
  switch (outcome.kind) {
    case 'verified': {
      await endJob(open, jobId, 'verified', outcome.reason ?? '');
      const waiting = await open(
        `SELECT n.job FROM fleet.need n JOIN fleet.job j ON j.id = n.job WHERE n.needs = $1 AND j.state = 'waiting' ORDER BY n.job FOR UPDATE OF j`,
        [jobId],
      );
      for (const { job } of waiting) await queueIfReady(open, engine, Number(job));
      return;
    }
    case 'limited': {
      const [shut] = await open(
        `UPDATE fleet.account SET reason = $3, shut_until = greatest(shut_until,
           least(coalesce($2, now() + make_interval(secs => $4)), now() + make_interval(secs => $5)))
         WHERE name = $1 RETURNING shut_until`,
        [
          account,
          outcome.until === undefined ? null : new Date(outcome.until),
          outcome.reason,
          UNKNOWN_LIMIT_S,
          MAX_LIMIT_S,
        ],
      );
      await open('UPDATE fleet.job SET reason = $2 WHERE id = $1', [jobId, outcome.reason]);
      await queueIfReady(open, engine, jobId, { resumed: true, notBefore: shut?.['shut_until'] as Date });
      return;
    }
    case 'postponed': {
      const [row] = await open(
        'UPDATE fleet.job SET postponed = postponed + 1, reason = $2 WHERE id = $1 RETURNING postponed',
        [jobId, outcome.reason],
      );
      const delayMs = postponedMs(Number(row?.['postponed']));
      await queueIfReady(open, engine, jobId, { resumed: true, delayMs });
      return;
    }
    case 'again':
      await open('UPDATE fleet.job SET failures = failures + 1, reason = $2 WHERE id = $1', [
        jobId,
        outcome.reason,
      ]);
      await queueIfReady(open, engine, jobId, { resumed: true, delayMs: outcome.delayMs });
      return;
    case 'returned':
      await queueIfReady(open, engine, jobId, { resumed: true });
      return;
    case 'ended':
    case 'failed':
    case 'cancelled':
      await endJob(open, jobId, outcome.kind, outcome.reason ?? '');
  }
}

/** Replaces the reservation of a job by its cost, and notes its end; resolves with the attempt that it was for. */
export async function chargeHold(
  open: Query,
  id: number,
  { spentUsd, outcome, log = '' }: Pick<Settlement, 'spentUsd' | 'log'> & { readonly outcome: EndKind },
): Promise<number | undefined> {
  const [hold] = await open('DELETE FROM fleet.hold WHERE job = $1 RETURNING usd, attempt', [id]);
  if (!hold) return undefined;
  const held = Number(hold['usd']);
  const usd = chargeOf(held, spentUsd);
  await open('UPDATE fleet.budget SET held_usd = held_usd - $1, spent_usd = spent_usd + $2', [held, usd]);
  await open(
    `INSERT INTO fleet.ending (job, attempt, agent, kind, reason, usd, log)
     SELECT id, $2, agent, $3, $4, $5, $6 FROM fleet.job WHERE id = $1`,
    [id, hold['attempt'], outcome.kind, outcome.reason ?? '', usd, log],
  );
  await open('UPDATE fleet.job SET spent_usd = spent_usd + $2 WHERE id = $1', [id, usd]);
  return Number(hold['attempt']);
}
