import { FleetError } from '../fleet-error.ts';

/** The version of the tables below; an agent with another one refuses to work. */
export const SCHEMA_VERSION = 3;

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

/** Every agent that waits for a job listens here. */
export const CHANNEL = 'loopwright_fleet';

/** The fleet's own tables, beside those of the engine, so that one transaction changes both. */
export const SCHEMA = `
CREATE SCHEMA IF NOT EXISTS fleet;

CREATE TABLE IF NOT EXISTS fleet.version (version int PRIMARY KEY);

-- One row: the budget of the whole fleet. Reserved and spent money together never exceed the cap.
CREATE TABLE IF NOT EXISTS fleet.budget (
  one bool PRIMARY KEY DEFAULT true CHECK (one),
  cap_usd numeric(14, 6),
  spent_usd numeric(14, 6) NOT NULL DEFAULT 0,
  held_usd numeric(14, 6) NOT NULL DEFAULT 0
);
INSERT INTO fleet.budget DEFAULT VALUES ON CONFLICT DO NOTHING;

-- One row per account. An account is shut while its rate limit lasts.
CREATE TABLE IF NOT EXISTS fleet.account (
  name text PRIMARY KEY,
  shut_until timestamptz NOT NULL DEFAULT '-infinity',
  reason text NOT NULL DEFAULT ''
);

CREATE TABLE IF NOT EXISTS fleet.job (
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
CREATE INDEX IF NOT EXISTS job_running ON fleet.job (agent) WHERE state = 'running';

CREATE TABLE IF NOT EXISTS fleet.need (
  job int NOT NULL REFERENCES fleet.job,
  needs int NOT NULL REFERENCES fleet.job,
  PRIMARY KEY (job, needs)
);
CREATE INDEX IF NOT EXISTS need_by_needed ON fleet.need (needs);

-- The money that the running attempt of a job has reserved.
CREATE TABLE IF NOT EXISTS fleet.hold (
  job int PRIMARY KEY REFERENCES fleet.job,
  attempt int NOT NULL,
  usd numeric(14, 6) NOT NULL
);

-- The journal and the evidence of a job, after its last whole iteration.
CREATE TABLE IF NOT EXISTS fleet.bundle (
  job int PRIMARY KEY REFERENCES fleet.job,
  attempt int NOT NULL,
  iteration int NOT NULL,
  spent_usd numeric(14, 6) NOT NULL,
  is_proved bool NOT NULL,
  branch text NOT NULL,
  commit text NOT NULL,
  content bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS fleet.agent (
  id text PRIMARY KEY,
  host text NOT NULL,
  slots int NOT NULL,
  busy int NOT NULL DEFAULT 0,
  drain bool NOT NULL DEFAULT false,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Version 2.
ALTER TABLE fleet.bundle ADD COLUMN IF NOT EXISTS base text NOT NULL DEFAULT '';
ALTER TABLE fleet.job ADD COLUMN IF NOT EXISTS pull_request text;

-- Version 3. How often a job was put back without a fault of its own; why an agent takes no jobs.
ALTER TABLE fleet.job ADD COLUMN IF NOT EXISTS postponed int NOT NULL DEFAULT 0;
ALTER TABLE fleet.agent ADD COLUMN IF NOT EXISTS note text NOT NULL DEFAULT '';
ALTER TABLE fleet.budget ADD COLUMN IF NOT EXISTS keep_days int;
-- A job is a repository and a name.
ALTER TABLE fleet.job ADD COLUMN IF NOT EXISTS repo text;
UPDATE fleet.job SET repo = spec->>'repo' WHERE repo IS NULL;
ALTER TABLE fleet.job ALTER COLUMN repo SET NOT NULL;
ALTER TABLE fleet.job DROP CONSTRAINT IF EXISTS job_key_key;
CREATE UNIQUE INDEX IF NOT EXISTS job_by_name ON fleet.job (repo, key);
-- How each attempt ended.
CREATE TABLE IF NOT EXISTS fleet.ending (
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
`;

/** What a role needs that owns nothing. It can neither raise the budget nor pass for another version. */
export function grantsFor(role: string): string {
  const schemas = 'fleet, fleet_queue';
  return `
GRANT USAGE ON SCHEMA ${schemas} TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemas} TO ${role};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemas} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
REVOKE INSERT, UPDATE, DELETE ON fleet.version, fleet.budget FROM ${role};
GRANT UPDATE (spent_usd, held_usd) ON fleet.budget TO ${role};
`;
}
