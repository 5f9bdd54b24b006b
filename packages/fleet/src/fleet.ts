import type { Database } from './engine/database.ts';
import { createEngine } from './engine/pg-boss.ts';
import { FleetError } from './fleet-error.ts';
import type { Fleet } from './model/fleet.ts';
import { addJobs, parseJobs } from './tables/add-jobs.ts';
import { claimNext } from './tables/claim-job.ts';
import { expire, touch } from './tables/keep-alive.ts';
import { readBundle, readEndings, readState } from './tables/read-state.ts';
import { checkVersion, grantsFor, migrate, versionOf } from './tables/schema.ts';
import { save, settle } from './tables/settle-attempt.ts';
import { cancel, prune, retry } from './tables/steer.ts';

/** Opens the fleet of a database. `init` makes its tables, `check` tells whether they are there. */
export async function openFleet(database: Database): Promise<Fleet> {
  const engine = createEngine(database);
  return {
    init: async ({ budgetUsd, keepDays, role } = {}) => {
      await migrate(database, engine);
      if (budgetUsd !== undefined) await database.query('UPDATE fleet.budget SET cap_usd = $1', [budgetUsd]);
      if (keepDays !== undefined) await database.query('UPDATE fleet.budget SET keep_days = $1', [keepDays]);
      if (role !== undefined) await grant(database, role);
    },
    check: async () => checkVersion(await versionOf(database.query)),
    add: async (inputs, options) => addJobs(database, engine, parseJobs(inputs), options),
    claim: async (agent) => claimNext(database, engine, agent),
    touch: async (agent, claims) => touch(database, engine, agent, claims),
    save: async (claim, bundle) => save(database, claim, bundle),
    settle: async (claim, settlement) => settle(database, engine, claim, settlement),
    expire: async () => expire(database, engine),
    retry: async (keys, options) => retry(database, engine, keys, options),
    cancel: async (keys) => cancel(database, engine, keys),
    drain: async (agents) => {
      const rows = await database.query(
        'UPDATE fleet.agent SET drain = true WHERE $1::text[] IS NULL OR id = ANY($1::text[]) RETURNING id',
        [agents ?? null],
      );
      return rows.map(({ id }) => String(id));
    },
    leave: async (agent) => void (await database.query('DELETE FROM fleet.agent WHERE id = $1', [agent])),
    state: async (filter) => readState(database, filter),
    time: async () => {
      const [row] = await database.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
      return new Date(Number(row?.['ms']));
    },
    bundle: async (key) => readBundle(database, key),
    endings: async (key) => readEndings(database, key),
    prune: async (olderDays) => prune(database, olderDays),
    close: async () => {
      await engine.close();
      await database.close();
    },
  };
}

/** Lets a role work with the tables, also with those of later versions. */
async function grant(database: Database, role: string): Promise<void> {
  const [row] = await database.query(
    'SELECT quote_ident($1) AS name, EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS there',
    [role],
  );
  const name = String(row?.['name']);
  if (row?.['there'] !== true)
    throw new FleetError(
      'unknown-role',
      `The server has no role ${name}. Make one first: CREATE ROLE ${name} LOGIN`,
    );
  await database.query(grantsFor(name));
}
