import type { Database, Query, Row } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import type { Bundle, Claim } from '../model/fleet.ts';
import { jobSchema } from '../model/job.ts';
import { readPrices, reserve } from './budget.ts';

/** Rolls a transaction back without an error. */
class RolledBack extends Error {}

/** Takes the first job that may start and that the budget allows. */
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
    for (;;) {
      const { tooDear, isDue } = await readPrices(database.query);
      if (isDue) return undefined;
      try {
        const claim = await database.transaction(async (open) =>
          claimFrom(open, engine, { account, agent, tooDear }),
        );
        if (claim) return claim;
        break;
      } catch (error) {
        // Another agent took the money meanwhile: less is left, and a cheaper job may fit.
        if (!(error instanceof RolledBack)) throw error;
      }
    }
  }
  return undefined;
}

interface ClaimCall {
  readonly account: string;
  readonly agent: string;
  readonly tooDear: readonly string[];
}

async function claimFrom(
  open: Query,
  engine: Engine,
  { account, agent, tooDear }: ClaimCall,
): Promise<Claim | undefined> {
  // Shared with other agents, not with one that shuts the account: no job starts while it is shut.
  const [gate] = await open('SELECT 1 FROM fleet.account WHERE name = $1 AND shut_until <= now() FOR SHARE', [
    account,
  ]);
  if (!gate) return undefined;
  const entry = await engine.take(open, account, tooDear);
  if (!entry) return undefined;
  const { jobId, attempt } = entry;
  const [row] = await open(
    `UPDATE fleet.job SET state = 'running', reason = '', attempts = $3, agent = $2, passed_at = NULL,
       started_at = coalesce(started_at, now()) WHERE id = $1 RETURNING spec, failures, budget_usd, priority`,
    [jobId, agent, attempt],
  );
  if (!row) throw new Error(`The queue of ${account} has a job ${jobId} that the fleet does not have.`);
  const [bundle] = attempt === 1 ? [] : await open('SELECT * FROM fleet.bundle WHERE job = $1', [jobId]);
  const job = jobSchema.parse(row['spec']);
  const claim: Claim = {
    ...entry,
    failures: Number(row['failures']),
    job,
    neededBranches: job.needs.length === 0 ? [] : await neededBranches(open, jobId, job.repo),
    bundle: bundle && toBundle(bundle),
  };
  if (!(await reserve(open, row, tooDear))) throw new RolledBack('no budget');
  return claim;
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
