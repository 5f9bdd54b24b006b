import type { AtCommit, Database, Query, Row } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import { codeOf } from '../fleet-error.ts';
import type { Bundle, Claim } from '../model/fleet.ts';
import { jobSchema } from '../model/job.ts';
import { NO_MONEY, passOver, readOffer, reserve } from './budget.ts';

/** An account was shut after its offer was read. */
class Shut extends Error {}

/** Takes the first job that may start and that the budget allows. */
export async function claimNext(
  database: Database,
  engine: Engine,
  agent: string,
): Promise<Claim | undefined> {
  for (;;) {
    const { accounts, tooDear, isDue } = await readOffer(database.query);
    if (isDue) return undefined;
    try {
      for (const account of accounts) {
        await engine.prepare(account);
        const claim = await database.transaction(async (open, atCommit) =>
          claimFrom(open, atCommit, engine, { account, agent, tooDear }),
        );
        if (claim) return claim;
      }
      return undefined;
    } catch (error) {
      // An agent looks again with its next sign of life.
      if (error instanceof Shut) return undefined;
      // Another agent took the money: less is left, and a cheaper job may fit.
      if (codeOf(error) !== NO_MONEY) throw error;
    }
  }
}

interface ClaimCall {
  readonly account: string;
  readonly agent: string;
  readonly tooDear: readonly string[];
}

async function claimFrom(
  open: Query,
  atCommit: AtCommit,
  engine: Engine,
  { account, agent, tooDear }: ClaimCall,
): Promise<Claim | undefined> {
  const entry = await engine.take(open, account, tooDear);
  if (!entry) return undefined;
  const { jobId, attempt } = entry;
  const [bundle] = attempt === 1 ? [] : await open('SELECT * FROM fleet.bundle WHERE job = $1', [jobId]);
  await passOver(open, jobId, tooDear);
  // The account is shared with other agents, not with one that shuts it. A job begins with the branches of all that it
  // needs in its repository, also indirectly.
  const [row] = await open(
    `WITH RECURSIVE gate AS MATERIALIZED (
       SELECT 1 FROM fleet.account WHERE name = $4 AND shut_until <= now() FOR SHARE
     ), needed AS (
       SELECT needs FROM fleet.need WHERE job = $1
       UNION SELECT n.needs FROM fleet.need n JOIN needed ON n.job = needed.needs
     ) UPDATE fleet.job j SET state = 'running', reason = '', attempts = $3, agent = $2, passed_at = NULL,
         started_at = coalesce(started_at, now()) FROM gate WHERE id = $1
       RETURNING spec, failures, budget_usd, ARRAY(SELECT o.branch FROM needed JOIN fleet.job o ON o.id = needed.needs
         WHERE o.branch IS NOT NULL AND o.repo = j.repo ORDER BY o.id) AS branches`,
    [jobId, agent, attempt, account],
  );
  if (!row) throw new Shut();
  reserve(atCommit, row['budget_usd']);
  return {
    ...entry,
    failures: Number(row['failures']),
    job: jobSchema.parse(row['spec']),
    neededBranches: row['branches'] as readonly string[],
    bundle: bundle && toBundle(bundle),
  };
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
