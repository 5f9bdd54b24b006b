import { MAX_DEATHS, MAX_LIMIT_S, postponedMs, UNKNOWN_LIMIT_S } from '../decide/weigh-result.ts';
import type { AtCommit, Database, Query } from '../engine/database.ts';
import type { Engine, Entry } from '../engine/engine.ts';
import type { Bundle, Settlement } from '../model/fleet.ts';
import { charge } from './budget.ts';
import { changeJobs, endJob, queueIfReady } from './queue-job.ts';

export async function save({ query }: Database, { jobId, attempt }: Entry, bundle: Bundle): Promise<boolean> {
  // A claim locks the job, too: the next attempt either reads this bundle, or this bundle is refused.
  const rows = await query(
    `WITH own AS MATERIALIZED (SELECT 1 FROM fleet.job WHERE id = $1 AND attempts = $2 AND state = 'running' FOR SHARE)
     INSERT INTO fleet.bundle SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM own
     ON CONFLICT (job) DO UPDATE SET attempt = $2, iteration = $3, spent_usd = $4, is_proved = $5, branch = $6, commit = $7, content = $8, base = $9
     RETURNING 1`,
    [
      jobId,
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

/** How an attempt ended; `died` if its agent fell silent. */
type End = Omit<Settlement, 'outcome'> & {
  readonly outcome: Settlement['outcome'] | { readonly kind: 'died' };
};

export async function settle(
  database: Database,
  engine: Engine,
  entry: Entry,
  settlement: Settlement,
): Promise<boolean> {
  return changeJobs(database, engine, async (open, atCommit) => {
    // The account comes before the jobs, and the budget last, as in a claim.
    if (settlement.outcome.kind === 'limited')
      await open('SELECT 1 FROM fleet.account WHERE name = $1 FOR UPDATE', [entry.account]);
    const isOurs = await engine.remove(open, entry);
    if (isOurs) await endAttempt(open, atCommit, engine, entry, settlement);
    else if (settlement.spentUsd !== undefined) await clearDoubt(open, atCommit, entry, settlement.spentUsd);
    return isOurs;
  });
}

/** Ends the attempts whose agents fell silent; their jobs come before new ones. */
export async function endSilent(database: Database, engine: Engine): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await changeJobs(database, engine, async (open, atCommit) => {
      const entry = await engine.takeSilent(open);
      // Its agent may have woken up, and settled it.
      if (entry && (await engine.remove(open, entry)))
        await endAttempt(open, atCommit, engine, entry, { outcome: { kind: 'died' }, spentUsd: undefined });
      return entry !== undefined;
    });
  }
}

async function endAttempt(
  open: Query,
  atCommit: AtCommit,
  engine: Engine,
  entry: Entry,
  end: End,
): Promise<void> {
  const { outcome, spentUsd, branch, commit, pullRequest, log } = end;
  // Without a report, an attempt cost what it stored. The rest of its reservation is in doubt.
  const [paid] = await open(
    `WITH cost AS (
       SELECT coalesce($3::numeric, least(j.budget_usd, coalesce(b.spent_usd, 0))) AS usd, CASE WHEN $3 IS NULL THEN j.budget_usd ELSE 0 END AS most
       FROM fleet.job j LEFT JOIN fleet.bundle b ON b.job = j.id AND b.attempt = $2 WHERE j.id = $1
     ), paid AS (
       UPDATE fleet.job SET spent_usd = spent_usd + usd, branch = coalesce($6, branch), commit = coalesce($7, commit),
         pull_request = coalesce($8, pull_request) FROM cost WHERE id = $1
       RETURNING agent, budget_usd AS held, usd AS spent, greatest(most - usd, 0) AS doubt
     ), noted AS (
       INSERT INTO fleet.ending (job, attempt, agent, kind, reason, usd, doubt_usd, log)
       SELECT $1, $2, agent, $4, $5, spent, doubt, $9 FROM paid
     ) SELECT held, spent, doubt FROM paid`,
    [
      entry.jobId,
      entry.attempt,
      spentUsd === undefined ? null : Math.max(0, spentUsd),
      outcome.kind,
      ('reason' in outcome ? outcome.reason : undefined) ?? '',
      branch ?? null,
      commit ?? null,
      pullRequest ?? null,
      log ?? '',
    ],
  );
  await apply(open, engine, entry, outcome);
  if (paid) charge(atCommit, paid);
}

/** An attempt that was given up says what it cost after all. */
async function clearDoubt(
  open: Query,
  atCommit: AtCommit,
  { jobId, attempt }: Entry,
  spentUsd: number,
): Promise<void> {
  const [cleared] = await open(
    `WITH old AS (
       SELECT * FROM fleet.ending WHERE job = $1 AND attempt = $2 AND doubt_usd > 0 FOR UPDATE
     ), known AS (
       UPDATE fleet.ending e SET usd = greatest(old.usd, $3), doubt_usd = 0 FROM old
       WHERE e.job = $1 AND e.attempt = $2 RETURNING e.usd - old.usd AS spent, -old.doubt_usd AS doubt
     ), paid AS (UPDATE fleet.job SET spent_usd = spent_usd + spent FROM known WHERE id = $1)
     SELECT 0 AS held, spent, doubt FROM known`,
    [jobId, attempt, spentUsd],
  );
  if (cleared) charge(atCommit, cleared);
}

async function apply(
  open: Query,
  engine: Engine,
  { jobId, account }: Entry,
  outcome: End['outcome'],
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
    case 'postponed':
    case 'again': {
      const [row] = await open(
        `UPDATE fleet.job SET reason = $2, failures = failures + $3, postponed = postponed + 1 - $3 WHERE id = $1 RETURNING postponed`,
        [jobId, outcome.reason, outcome.kind === 'again' ? 1 : 0],
      );
      const delayMs = outcome.kind === 'again' ? outcome.delayMs : postponedMs(Number(row?.['postponed']));
      await queueIfReady(open, engine, jobId, { resumed: true, delayMs });
      return;
    }
    case 'died': {
      const [row] = await open(
        'UPDATE fleet.job SET deaths = deaths + 1 WHERE id = $1 RETURNING deaths, cancel',
        [jobId],
      );
      const deaths = Number(row?.['deaths']);
      if (row?.['cancel'] === true) await endJob(open, jobId, 'cancelled', '');
      else if (deaths < MAX_DEATHS) await queueIfReady(open, engine, jobId, { resumed: true });
      else await endJob(open, jobId, 'failed', `${deaths} agents died while they worked on it`);
      return;
    }
    case 'returned':
      await queueIfReady(open, engine, jobId, { resumed: true });
      return;
    case 'ended':
    case 'failed':
    case 'cancelled':
      await endJob(open, jobId, outcome.kind, outcome.reason ?? '');
  }
}
