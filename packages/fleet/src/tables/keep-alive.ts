import type { Database } from '../engine/database.ts';
import { type Engine, HEARTBEAT_S } from '../engine/engine.ts';
import type { Attempt, Fleet } from '../model/fleet.ts';
import { RESUMED_PRIORITY } from './queue-job.ts';
import { checkVersion } from './schema.ts';

/** A dead agent is shown for so long. */
const FORGET_S = 3_600;

export async function touch(
  { query }: Database,
  engine: Engine,
  { id, host, slots, note = '' }: Parameters<Fleet['touch']>[0],
  attempts: readonly Attempt[],
): Promise<{
  readonly own: readonly Attempt[];
  readonly cancel: readonly Attempt[];
  readonly drain: boolean;
}> {
  const [agent] = await query(
    `INSERT INTO fleet.agent (id, host, slots, busy, note) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), busy = $4, note = $5
     RETURNING drain, (SELECT max(version)::int FROM fleet.version) AS version`,
    [id, host, slots, attempts.length, note],
  );
  checkVersion(agent?.['version']);
  const alive = new Set(await engine.touch(attempts.map(({ delivery }) => delivery)));
  const own = attempts.filter(({ delivery }) => alive.has(delivery));
  if (own.length === 0) return { own, cancel: [], drain: agent?.['drain'] === true };
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
export async function expire({ query }: Database, engine: Engine): Promise<void> {
  await engine.expire();
  const silent = await query(
    `WITH gone AS (
       DELETE FROM fleet.agent a WHERE seen_at < now() - make_interval(secs => $2)
       AND NOT EXISTS (SELECT 1 FROM fleet.job WHERE state = 'running' AND agent = a.id)
     )
     SELECT j.account, j.delivery, j.priority FROM fleet.job j LEFT JOIN fleet.agent a ON a.id = j.agent
     WHERE j.state = 'running' AND coalesce(a.seen_at, '-infinity') < now() - make_interval(secs => $1)`,
    [HEARTBEAT_S, FORGET_S],
  );
  for (const { account, delivery, priority } of silent) {
    await engine.raise(String(account), String(delivery), Number(priority) + RESUMED_PRIORITY);
  }
}
