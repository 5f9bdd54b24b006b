import { checkNeeds, cycleOf, idOf, meaningsOf } from '../decide/order-needs.ts';
import type { Database, Query } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import { FleetError } from '../fleet-error.ts';
import type { Added, AddOptions } from '../model/fleet.ts';
import { type Job, type JobInput, jobSchema } from '../model/job.ts';
import { changeJobs, entryOf, queueIfReady } from './queue-job.ts';

/** Reads jobs. Throws `FleetError` with a line for each that is none. */
export function parseJobs(inputs: readonly JobInput[]): readonly Job[] {
  const parsed = inputs.map((input) => jobSchema.safeParse(input));
  const problems = parsed.flatMap(({ error }, index) => {
    const [issue] = error?.issues ?? [];
    if (!issue) return [];
    const field = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    const name = String(inputs[index]?.key ?? `number ${index + 1}`).slice(0, 60);
    return [`The job ${name}: ${field}${issue.message}.`];
  });
  if (problems.length > 0) throw new FleetError('bad-job', problems.join('\n'));
  return parsed.flatMap(({ data }) => data ?? []);
}

/** Jobs whose work has not begun, or came to nothing, may get another spec. */
const REPLACEABLE = ['waiting', 'queued', 'ended', 'failed', 'cancelled'];

export async function addJobs(
  database: Database,
  engine: Engine,
  jobs: readonly Job[],
  { replace = false }: AddOptions = {},
): Promise<Added> {
  const named = [
    ...new Set(
      jobs.flatMap((job) => [idOf(job), ...job.needs.flatMap((need) => meaningsOf(job.repo, need))]),
    ),
  ];
  const rows = await database.query(
    `SELECT repo || '#' || key AS id FROM fleet.job WHERE repo || '#' || key = ANY($1::text[])`,
    [named],
  );
  const before = new Set(rows.map(({ id }) => String(id)));
  const wanted = replace ? jobs : jobs.filter((job) => !before.has(idOf(job)));
  const fresh = new Map(wanted.map((job) => [idOf(job), job]));
  checkNeeds([...fresh.values()], before);
  const { ids, added, replaced } = await changeJobs(database, engine, async (open) => {
    const [ids, added, replaced] = [new Map<string, number>(), new Set<string>(), new Set<string>()];
    for (const [name, job] of fresh) {
      await open('INSERT INTO fleet.account (name) VALUES ($1) ON CONFLICT DO NOTHING', [job.account]);
      const [row] = await open(
        `INSERT INTO fleet.job (repo, key, spec, account, priority, budget_usd, state)
         VALUES ($1, $2, $3, $4, $5, $6, 'waiting') ON CONFLICT (repo, key) DO NOTHING RETURNING id`,
        [job.repo, job.key, JSON.stringify(job), job.account, job.priority, job.budgetUsd],
      );
      const id = row ? Number(row['id']) : replace ? await replaceJob(open, engine, job) : undefined;
      if (id === undefined) continue;
      ids.set(name, id);
      (row ? added : replaced).add(name);
    }
    for (const [name, id] of ids) {
      const job = fresh.get(name);
      for (const need of job?.needs ?? []) {
        await open(
          `INSERT INTO fleet.need SELECT $1, id FROM fleet.job WHERE repo || '#' || key = ANY($2::text[])
           ORDER BY repo || '#' || key = $3 DESC LIMIT 1 ON CONFLICT DO NOTHING`,
          [id, meaningsOf(job?.repo ?? '', need), meaningsOf(job?.repo ?? '', need)[0]],
        );
      }
    }
    // A job that was there may need one that now needs it.
    for (const [name, id] of replaced.size > 0 ? ids : [])
      if (await needsItself(open, id)) throw cycleOf([name, name]);
    for (const id of ids.values()) await queueIfReady(open, engine, id);
    return { ids, added, replaced };
  });
  const keysOf = (isOne: (id: string) => boolean): readonly string[] => [
    ...new Map(jobs.filter((job) => isOne(idOf(job))).map((job) => [idOf(job), job.key])).values(),
  ];
  return {
    added: keysOf((id) => added.has(id)),
    replaced: keysOf((id) => replaced.has(id)),
    known: keysOf((id) => !ids.has(id)),
  };
}

/** Gives a job another spec, and forgets what was begun for the old one; undefined if it runs or is verified. */
async function replaceJob(open: Query, engine: Engine, job: Job): Promise<number | undefined> {
  const [old] = await open(
    `SELECT id, account, attempts, state FROM fleet.job WHERE repo = $1 AND key = $2 AND state = ANY($3::text[]) FOR UPDATE`,
    [job.repo, job.key, REPLACEABLE],
  );
  if (!old) return undefined;
  const id = Number(old['id']);
  if (old['state'] === 'queued') await engine.remove(open, entryOf(old));
  await open('DELETE FROM fleet.need WHERE job = $1', [id]);
  await open('DELETE FROM fleet.bundle WHERE job = $1', [id]);
  await open(
    `UPDATE fleet.job SET spec = $2, account = $3, priority = $4, budget_usd = $5,
       deaths = 0, failures = 0, postponed = 0, reason = '', cancel = false WHERE id = $1`,
    [id, JSON.stringify(job), job.account, job.priority, job.budgetUsd],
  );
  return id;
}

async function needsItself(open: Query, id: number): Promise<boolean> {
  const rows = await open(
    `WITH RECURSIVE needed AS (
       SELECT needs FROM fleet.need WHERE job = $1
       UNION SELECT n.needs FROM fleet.need n JOIN needed ON n.job = needed.needs
     ) SELECT 1 FROM needed WHERE needs = $1`,
    [id],
  );
  return rows.length > 0;
}
