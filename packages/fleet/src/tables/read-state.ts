import { canStart } from '@loopwright/core';
import type { Database, Row } from '../engine/database.ts';
import { toBundle } from './claim-job.ts';
import { HEARTBEAT_S } from '../engine/engine.ts';
import type { Bundle, Ending, FleetState } from '../model/fleet.ts';
import { type JobFilter, type JobRow, jobSchema, type JobState } from '../model/job.ts';

/** The jobs of a repository and an account. */
const THEIRS = `repo = coalesce($1, repo) AND account = coalesce($2, account)`;

export async function readState(
  { query }: Database,
  { names, states, repo, account, most }: JobFilter = {},
): Promise<FleetState> {
  const counts = await query(
    `SELECT state, count(*) AS jobs, min(budget_usd) AS least FROM fleet.job WHERE ${THEIRS} GROUP BY state`,
    [repo ?? null, account ?? null],
  );
  // Of waiting jobs, those that need a person come first.
  const jobs = await query(
    `SELECT j.*, b.iteration FROM (
       SELECT *, row_number() OVER (PARTITION BY state ORDER BY over IS NULL, id) AS place FROM (
         SELECT j.*, CASE WHEN j.state = 'waiting' THEN (
           SELECT string_agg(CASE WHEN o.repo = j.repo THEN '' ELSE o.repo || '#' END || o.key || ' (' || o.state || ')', ', ' ORDER BY o.id)
           FROM fleet.need n JOIN fleet.job o ON o.id = n.needs
           WHERE n.job = j.id AND o.state IN ('ended', 'failed', 'cancelled')
         ) END AS over FROM fleet.job j
       ) found WHERE ${THEIRS} AND ($3::text[] IS NULL OR state = ANY($3))
         AND ($4::text[] IS NULL OR key = ANY($4) OR repo || '#' || key = ANY($4))
     ) j LEFT JOIN fleet.bundle b ON b.job = j.id WHERE $5::int IS NULL OR place <= $5 ORDER BY j.id`,
    [repo ?? null, account ?? null, states ?? null, names ?? null, most ?? null],
  );
  const agents = await query(
    `SELECT *, seen_at > now() - make_interval(secs => $1) AS alive FROM fleet.agent ORDER BY id`,
    [2 * HEARTBEAT_S],
  );
  const accounts = await query(
    `SELECT name, CASE WHEN shut_until > now() THEN shut_until END AS shut_until, reason FROM fleet.account ORDER BY name`,
  );
  const [budget] = await query('SELECT * FROM fleet.budget');
  const least = counts.find(({ state }) => state === 'queued')?.['least'];
  return {
    counts: Object.fromEntries(counts.map((row) => [row['state'], Number(row['jobs'])])),
    leastUsd: least === undefined ? null : Number(least),
    jobs: jobs.map((row) => withReason(toJobRow(row), row['over'], leftOf(budget))),
    agents: agents.map((row) => ({
      id: String(row['id']),
      host: String(row['host']),
      slots: Number(row['slots']),
      busy: Number(row['busy']),
      drain: row['drain'] === true,
      isAlive: row['alive'] === true,
      note: String(row['note']),
    })),
    accounts: accounts.map((row) => ({
      name: String(row['name']),
      shutUntil: dateOf(row['shut_until']),
      reason: String(row['reason']),
    })),
    budget: {
      capUsd: budget?.['cap_usd'] === null ? null : Number(budget?.['cap_usd']),
      spentUsd: Number(budget?.['spent_usd']),
      heldUsd: Number(budget?.['held_usd']),
      doubtUsd: Number(budget?.['doubt_usd']),
    },
  };
}

/** What new jobs may reserve. */
function leftOf(budget: Row | undefined): number {
  if (budget?.['cap_usd'] == null) return Infinity;
  const { cap_usd: cap, spent_usd: spent, held_usd: held, doubt_usd: doubt } = budget;
  return Number(cap) - Number(spent) - Number(held) - Number(doubt);
}

/** Says of a job that can't start which needs will not be met without a person, or which money is missing. */
function withReason(job: JobRow, over: unknown, leftUsd: number): JobRow {
  if (typeof over === 'string') return { ...job, reason: `needs ${over}` };
  if (job.state !== 'queued' || canStart({ priceUsd: job.budgetUsd }, { leftUsd })) return job;
  const money = `waits for $${job.budgetUsd.toFixed(2)}, $${leftUsd.toFixed(2)} left`;
  return { ...job, reason: job.reason === '' ? money : `${money}; ${job.reason}` };
}

/** The jobs that a name means. */
const NAMED = `(j.key = $1 OR j.repo || '#' || j.key = $1)`;

/** The journal of a job as it was last stored. */
export async function readBundle({ query }: Database, key: string): Promise<Bundle | undefined> {
  const [row] = await query(
    `SELECT b.* FROM fleet.bundle b JOIN fleet.job j ON j.id = b.job WHERE ${NAMED} ORDER BY j.id LIMIT 1`,
    [key],
  );
  return row && toBundle(row);
}

export async function readEndings({ query }: Database, key: string): Promise<readonly Ending[]> {
  const rows = await query(
    `SELECT e.* FROM fleet.ending e JOIN fleet.job j ON j.id = e.job WHERE ${NAMED} ORDER BY e.job, e.attempt`,
    [key],
  );
  return rows.map((row) => ({
    attempt: Number(row['attempt']),
    at: dateOf(row['at']) ?? new Date(0),
    agent: textOf(row['agent']),
    kind: String(row['kind']),
    reason: String(row['reason']),
    spentUsd: Number(row['usd']),
    doubtUsd: Number(row['doubt_usd']),
    log: String(row['log']),
  }));
}

function toJobRow(row: Row): JobRow {
  return {
    ...jobSchema.parse(row['spec']),
    state: row['state'] as JobState,
    reason: String(row['reason']),
    attempts: Number(row['attempts']),
    deaths: Number(row['deaths']),
    failures: Number(row['failures']),
    spentUsd: Number(row['spent_usd']),
    iteration: row['iteration'] === null ? null : Number(row['iteration']),
    agent: textOf(row['agent']),
    branch: textOf(row['branch']),
    commit: textOf(row['commit']),
    pullRequest: textOf(row['pull_request']),
    addedAt: dateOf(row['added_at']) ?? new Date(0),
    startedAt: dateOf(row['started_at']),
    endedAt: dateOf(row['ended_at']),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function dateOf(value: unknown): Date | null {
  return value instanceof Date ? value : null;
}
