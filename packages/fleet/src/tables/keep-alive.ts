import type { Database } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Attempt, Fleet } from '../model/fleet.ts';
import { checkVersion } from './schema.ts';
import { endSilent } from './settle-attempt.ts';

export async function touch(
  { query }: Database,
  engine: Engine,
  { id, host, slots, note = '' }: Parameters<Fleet['touch']>[0],
  attempts: readonly Attempt[],
): ReturnType<Fleet['touch']> {
  const [agent] = await query(
    `WITH seen AS (
       INSERT INTO fleet.agent (id, host, slots, busy, note) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), busy = $4, note = $5 RETURNING drain
     )
     SELECT drain, (SELECT max(version)::int FROM fleet.version) AS version,
       ARRAY(SELECT id FROM fleet.job WHERE cancel AND id = ANY($6::int[])) AS cancelled FROM seen`,
    [id, host, slots, attempts.length, note, attempts.map(({ jobId }) => jobId)],
  );
  checkVersion(agent?.['version']);
  const cancelled = new Set(agent?.['cancelled'] as readonly number[]);
  const own = await engine.touch(attempts);
  return { own, cancel: own.filter(({ jobId }) => cancelled.has(jobId)), drain: agent?.['drain'] === true };
}

/** Hands out the jobs of silent agents again, before new jobs. */
export async function expire(database: Database, engine: Engine): Promise<void> {
  if (await engine.expire()) await endSilent(database, engine);
}
