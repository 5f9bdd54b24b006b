import type { AtCommit, Database, Query, Row } from '../engine/database.ts';
import { type Engine, type Entry, Unprepared } from '../engine/engine.ts';
import type { JobState } from '../model/job.ts';

/** Jobs with an earlier attempt come before new ones, so that begun work gets done. */
export const RESUMED_PRIORITY = 1_000;

/** When a job that is put back may start, and whether it was begun before. */
export interface PutBack {
  readonly resumed?: boolean;
  readonly notBefore?: Date | undefined;
  readonly delayMs?: number | undefined;
}

/** Puts a job into its queue, unless it waits for others. */
export async function queueIfReady(
  open: Query,
  engine: Engine,
  id: number,
  { resumed = false, notBefore, delayMs }: PutBack = {},
): Promise<void> {
  // The needed jobs are locked: one that is verified at this moment is counted here, or sees this job.
  await open(
    `SELECT 1 FROM fleet.job WHERE id IN (SELECT needs FROM fleet.need WHERE job = $1) ORDER BY id FOR SHARE`,
    [id],
  );
  const [row] = await open(
    `UPDATE fleet.job SET agent = NULL, ended_at = NULL, passed_at = NULL, state = CASE WHEN EXISTS (
       SELECT 1 FROM fleet.need n JOIN fleet.job j ON j.id = n.needs WHERE n.job = $1 AND j.state <> 'verified'
     ) THEN 'waiting' ELSE 'queued' END
     WHERE id = $1 RETURNING state, account, priority, attempts, budget_usd::text AS price`,
    [id],
  );
  if (row?.['state'] !== 'queued') return;
  await engine.deliver(open, entryOf({ ...row, id }), {
    priority: Number(row['priority']) + (resumed ? RESUMED_PRIORITY : 0),
    price: String(row['price']),
    notBefore,
    delayMs,
  });
}

/** The entry of a queued job: its next attempt. */
export function entryOf({ id, account, attempts }: Row): Entry {
  return { account: String(account), jobId: Number(id), attempt: Number(attempts) + 1 };
}

/** Runs a transaction that may deliver to any account. The engine prepares queues outside of transactions only. */
export async function changeJobs<T>(
  { transaction }: Database,
  engine: Engine,
  work: (open: Query, atCommit: AtCommit) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await transaction(work);
    } catch (error) {
      if (!(error instanceof Unprepared)) throw error;
      await engine.prepare(error.account);
    }
  }
}

export async function endJob(open: Query, id: number, state: JobState, reason: string): Promise<void> {
  await open(
    `UPDATE fleet.job SET state = $2, reason = $3, agent = NULL, cancel = false, ended_at = now() WHERE id = $1`,
    [id, state, reason],
  );
}
