import type { Database, Query } from '../engine/database.ts';
import type { Engine } from '../engine/engine.ts';
import { FleetError } from '../fleet-error.ts';

/** Throws `FleetError` unless the tables are of our version; undefined if there are none. */
export function checkVersion(version: unknown): void {
  if (typeof version !== 'number' || version < SCHEMA_VERSION) {
    throw new FleetError(
      'not-set-up',
      'There is no fleet of this version here: run `loop fleet init` first.',
    );
  }
  if (version > SCHEMA_VERSION) {
    throw new FleetError(
      'newer-schema',
      `The fleet is of version ${version}, this agent knows ${SCHEMA_VERSION}. Update @loopwright/fleet here.`,
    );
  }
}

/**
 * The fleet's own tables, beside those of the engine, so that one transaction changes both. Each step makes the tables of
 * a version from those before it, so no step changes later.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE SCHEMA fleet;

CREATE TABLE fleet.version (version int PRIMARY KEY);

-- One row: the budget of the whole fleet. Reserved and spent money together never exceed the cap.
CREATE TABLE fleet.budget (
  one bool PRIMARY KEY DEFAULT true CHECK (one),
  cap_usd numeric(14, 6),
  spent_usd numeric(14, 6) NOT NULL DEFAULT 0,
  held_usd numeric(14, 6) NOT NULL DEFAULT 0
);
INSERT INTO fleet.budget DEFAULT VALUES;

-- One row per account. An account is shut while its rate limit lasts.
CREATE TABLE fleet.account (
  name text PRIMARY KEY,
  shut_until timestamptz NOT NULL DEFAULT '-infinity',
  reason text NOT NULL DEFAULT ''
);

CREATE TABLE fleet.job (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  spec jsonb NOT NULL,
  account text NOT NULL REFERENCES fleet.account,
  priority int NOT NULL,
  budget_usd numeric(14, 6) NOT NULL,
  state text NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- How many needed jobs are not verified yet.
  unmet int NOT NULL DEFAULT 0,
  -- The engine's delivery of this job, while there is one.
  delivery text,
  attempts int NOT NULL DEFAULT 0,
  deaths int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  spent_usd numeric(14, 6) NOT NULL DEFAULT 0,
  cancel bool NOT NULL DEFAULT false,
  agent text,
  branch text,
  commit text,
  added_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz
);

-- Few of many jobs run at a time, and every agent asks for them.
CREATE INDEX job_running ON fleet.job (agent) WHERE state = 'running';

CREATE TABLE fleet.need (
  job int NOT NULL REFERENCES fleet.job,
  needs int NOT NULL REFERENCES fleet.job,
  PRIMARY KEY (job, needs)
);
CREATE INDEX need_by_needed ON fleet.need (needs);

-- The money that the running attempt of a job has reserved.
CREATE TABLE fleet.hold (
  job int PRIMARY KEY REFERENCES fleet.job,
  attempt int NOT NULL,
  usd numeric(14, 6) NOT NULL
);

-- The journal and the evidence of a job, after its last whole iteration.
CREATE TABLE fleet.bundle (
  job int PRIMARY KEY REFERENCES fleet.job,
  attempt int NOT NULL,
  iteration int NOT NULL,
  spent_usd numeric(14, 6) NOT NULL,
  is_proved bool NOT NULL,
  branch text NOT NULL,
  commit text NOT NULL,
  content bytea NOT NULL
);

CREATE TABLE fleet.agent (
  id text PRIMARY KEY,
  host text NOT NULL,
  slots int NOT NULL,
  busy int NOT NULL DEFAULT 0,
  drain bool NOT NULL DEFAULT false,
  seen_at timestamptz NOT NULL DEFAULT now()
);
`,
  `
ALTER TABLE fleet.bundle ADD COLUMN base text NOT NULL DEFAULT '';
ALTER TABLE fleet.job ADD COLUMN pull_request text;
`,
  `
-- How often a job was put back without a fault of its own; why an agent takes no jobs.
ALTER TABLE fleet.job ADD COLUMN postponed int NOT NULL DEFAULT 0;
ALTER TABLE fleet.agent ADD COLUMN note text NOT NULL DEFAULT '';
ALTER TABLE fleet.budget ADD COLUMN keep_days int;
-- A job is a repository and a name.
ALTER TABLE fleet.job ADD COLUMN repo text;
UPDATE fleet.job SET repo = spec->>'repo';
ALTER TABLE fleet.job ALTER COLUMN repo SET NOT NULL;
ALTER TABLE fleet.job DROP CONSTRAINT job_key_key;
CREATE UNIQUE INDEX job_by_name ON fleet.job (repo, key);
-- How each attempt ended.
CREATE TABLE fleet.ending (
  job int NOT NULL REFERENCES fleet.job,
  attempt int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  agent text,
  kind text NOT NULL,
  reason text NOT NULL,
  usd numeric(14, 6) NOT NULL,
  log text NOT NULL,
  PRIMARY KEY (job, attempt)
);
`,
  `
-- An attempt is an entry of the engine, with an id made of both numbers. A reservation is that of a running job.
ALTER TABLE fleet.budget ADD COLUMN doubt_usd numeric(14, 6) NOT NULL DEFAULT 0;
ALTER TABLE fleet.ending ADD COLUMN doubt_usd numeric(14, 6) NOT NULL DEFAULT 0;
ALTER TABLE fleet.job ADD COLUMN passed_at timestamptz;
CREATE INDEX job_by_price ON fleet.job (budget_usd) WHERE state = 'queued';
DELETE FROM fleet_queue.job e WHERE name LIKE 'account-%'
  AND NOT EXISTS (SELECT 1 FROM fleet.job j WHERE j.delivery = e.id::text AND j.state IN ('queued', 'running'));
-- An attempt whose agent died already ends as if it died now.
UPDATE fleet_queue.job e SET
  id = (lpad(to_hex(j.id), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n.attempt), 12, '0'))::uuid,
  data = jsonb_build_object('account', j.account, 'jobId', j.id, 'attempt', n.attempt),
  state = CASE j.state WHEN 'running' THEN 'active' ELSE e.state END,
  heartbeat_on = CASE j.state WHEN 'running' THEN coalesce(e.heartbeat_on, e.started_on) END,
  group_id = j.budget_usd::text, retry_limit = 0, dead_letter = 'silent'
FROM fleet.job j CROSS JOIN LATERAL (
  SELECT j.attempts + CASE j.state WHEN 'running' THEN 0 ELSE 1 END AS attempt
) n WHERE j.delivery = e.id::text;
UPDATE fleet_queue.queue SET retry_limit = 0, dead_letter = 'silent' WHERE name LIKE 'account-%';
UPDATE fleet.budget SET held_usd = (SELECT coalesce(sum(budget_usd), 0) FROM fleet.job WHERE state = 'running');
DROP TABLE fleet.hold;
ALTER TABLE fleet.job DROP COLUMN delivery, DROP COLUMN unmet;
`,
  `
-- Every claim and every end waits for the row of the budget, so its lock is taken at the commit.
CREATE FUNCTION fleet.reserve(usd numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fleet.budget SET held_usd = held_usd + usd
    WHERE cap_usd IS NULL OR spent_usd + held_usd + doubt_usd + usd <= cap_usd;
  IF NOT FOUND THEN RAISE 'The money is gone.' USING ERRCODE = 'FLEET'; END IF;
END
$$;
`,
];

/** The version of the tables; an agent with another one refuses to work. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Makes the tables, or brings those of an older version up to date. Two at the same time wait for each other. */
export async function migrate({ query, transaction }: Database, engine: Engine): Promise<void> {
  // A newer fleet is left alone.
  checkVersion(Math.max((await versionOf(query)) ?? 0, SCHEMA_VERSION));
  await engine.migrate();
  await transaction(async (open) => {
    await open("SELECT pg_advisory_xact_lock(hashtext('loopwright_fleet'))");
    const before = (await versionOf(open)) ?? 0;
    for (const step of MIGRATIONS.slice(before)) await open(step);
    if (before < SCHEMA_VERSION) await open('INSERT INTO fleet.version VALUES ($1)', [SCHEMA_VERSION]);
  });
}

export async function versionOf(query: Query): Promise<number | undefined> {
  const [found] = await query("SELECT to_regclass('fleet.version') IS NOT NULL AS found");
  if (found?.['found'] !== true) return undefined;
  const [row] = await query('SELECT max(version)::int AS version FROM fleet.version');
  return typeof row?.['version'] === 'number' ? row['version'] : undefined;
}

/** What a role needs that owns nothing. It can neither raise the budget nor pass for another version. */
export function grantsFor(role: string): string {
  const schemas = 'fleet, fleet_queue';
  return `
GRANT USAGE ON SCHEMA ${schemas} TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemas} TO ${role};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemas} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
REVOKE INSERT, UPDATE, DELETE ON fleet.version, fleet.budget FROM ${role};
GRANT UPDATE (spent_usd, held_usd, doubt_usd) ON fleet.budget TO ${role};
`;
}
