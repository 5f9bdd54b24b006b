import { checkNeeds } from '../decide/order-needs.ts';
import type { Database } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import { FleetError } from '../fleet-error.ts';
import { type Job, type JobInput, jobSchema } from '../model/job.ts';
import { queueIfReady } from './queue-job.ts';

export function parseJob(input: JobInput, index: number): Job {
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

export async function addJobs(
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
