import { idOf } from '../decide/order-needs.ts';
import type { Database, Row } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import { changeJobs, endJob, entryOf, queueIfReady } from './queue-job.ts';

/** The jobs with one of these names. */
const NAMED = `(key = ANY($1::text[]) OR repo || '#' || key = ANY($1::text[]))`;

export async function retry(
  database: Database,
  engine: Engine,
  keys: readonly string[] | undefined,
  { fresh = false, consent }: { readonly fresh?: boolean; readonly consent?: string } = {},
): Promise<readonly string[]> {
  return changeJobs(database, engine, async (open) => {
    const rows = await open(
      `UPDATE fleet.job SET deaths = 0, failures = 0, postponed = 0, reason = '', cancel = false
       WHERE CASE WHEN $1::text[] IS NULL THEN state = 'failed'
         ELSE ${NAMED} AND state IN ('ended', 'failed', 'cancelled') END RETURNING id, key, repo`,
      [keys ?? null],
    );
    const ids = rows.map(({ id }) => id);
    if (consent !== undefined) {
      await open(
        `UPDATE fleet.job SET spec = spec || jsonb_build_object('consent', $2::text) WHERE id = ANY($1::int[])`,
        [ids, consent],
      );
    }
    if (fresh) await open('DELETE FROM fleet.bundle WHERE job = ANY($1::int[])', [ids]);
    for (const { id } of rows) await queueIfReady(open, engine, Number(id));
    return namesOf(rows, keys);
  });
}

export async function cancel(
  database: Database,
  engine: Engine,
  keys: readonly string[],
): Promise<readonly string[]> {
  return changeJobs(database, engine, async (open) => {
    const rows = await open(
      `SELECT id, key, repo, state, account, attempts FROM fleet.job
       WHERE ${NAMED} AND state IN ('waiting', 'queued', 'running') ORDER BY id FOR UPDATE`,
      [keys],
    );
    for (const row of rows) {
      const id = Number(row['id']);
      if (row['state'] === 'running') {
        await open('UPDATE fleet.job SET cancel = true WHERE id = $1', [id]);
        continue;
      }
      if (row['state'] === 'queued') await engine.remove(open, entryOf(row));
      await endJob(open, id, 'cancelled', '');
    }
    return namesOf(rows, keys);
  });
}

/** The jobs as their user named them. */
function namesOf(rows: readonly Row[], names: readonly string[] = []): readonly string[] {
  return rows.map(({ repo, key }) => {
    const id = idOf({ repo: String(repo), key: String(key) });
    return names.includes(id) ? id : String(key);
  });
}

export async function prune({ query }: Database, olderDays?: number): Promise<readonly string[]> {
  const rows = await query(
    `WITH old AS (
       SELECT id, key FROM fleet.job WHERE state IN ('verified', 'cancelled')
         AND ended_at <= now() - make_interval(days => coalesce($1, (SELECT keep_days FROM fleet.budget)))
     ), dropped AS (DELETE FROM fleet.bundle WHERE job IN (SELECT id FROM old) RETURNING job),
     emptied AS (UPDATE fleet.ending SET log = '' WHERE log <> '' AND job IN (SELECT id FROM old) RETURNING job)
     SELECT key FROM old WHERE id IN (SELECT job FROM dropped UNION SELECT job FROM emptied) ORDER BY id`,
    [olderDays ?? null],
  );
  return rows.map(({ key }) => String(key));
}
