import type { Database, Query } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { JobState } from '../model/job.ts';
import { CHANNEL } from './schema.ts';

/** Jobs with an earlier attempt come before new ones, so that begun work gets done. */
export const RESUMED_PRIORITY = 1_000;

/** Counts the unmet needs of a job. Puts a job without unmet needs into its queue. */
export async function queueIfReady(
  open: Query,
  engine: Engine,
  id: number,
  options: { resumed?: boolean; notBefore?: Date; delayMs?: number } = {},
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
    ...(options.delayMs !== undefined && { delayMs: options.delayMs }),
  });
  await open(`UPDATE fleet.job SET state = 'queued', delivery = $2 WHERE id = $1`, [id, delivery]);
  await open(`NOTIFY ${CHANNEL}`);
}

/** Runs a transaction that may deliver to any account. The engine prepares queues outside of transactions only. */
export async function changeJobs<T>(
  { query, transaction }: Database,
  engine: Engine,
  work: (open: Query) => Promise<T>,
): Promise<T> {
  for (const { name } of await query('SELECT name FROM fleet.account')) await engine.prepare(String(name));
  return transaction(work);
}

export async function endJob(open: Query, id: number, state: JobState, reason: string): Promise<void> {
  await open(
    `UPDATE fleet.job SET state = $2, reason = $3, agent = NULL, delivery = NULL, cancel = false, ended_at = now() WHERE id = $1`,
    [id, state, reason],
  );
}
