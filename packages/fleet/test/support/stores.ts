import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openFolder } from '../../src/engine/database.ts';
import { openFleet } from '../../src/fleet.ts';
import type { Fleet } from '../../src/model/fleet.ts';
import { MIGRATIONS } from '../../src/tables/schema.ts';

/** A fleet in a store that many tests share, because opening one takes seconds; the store is emptied before. */
export async function emptyFleet(database: Database): Promise<Fleet> {
  await database.query('DROP SCHEMA IF EXISTS fleet CASCADE; DROP SCHEMA IF EXISTS fleet_queue CASCADE');
  return openFleet({ ...database, close: async () => undefined });
}

/** Makes all agents silent for longer than a heartbeat, without waiting for it. */
export async function silence(database: Database): Promise<void> {
  await database.query(
    "UPDATE fleet_queue.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'",
  );
  // The engine looks once in a while; the next look is due.
  await database.query('UPDATE fleet_queue.queue SET monitor_claim_on = NULL, monitor_on = NULL');
}

/** A store in a new folder. */
export async function createFolder(): Promise<{ readonly database: Database; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-folder-'));
  return { database: await openFolder(join(folder, 'store')), folder };
}

/** Jobs in all states, as versions before 4 wrote them; the delivery of a job was an entry of any id. */
const OLD_JOBS = `
INSERT INTO fleet.account (name) VALUES ('default');
UPDATE fleet.budget SET cap_usd = 500, spent_usd = 3, held_usd = 20;
INSERT INTO fleet.job (key, spec, account, priority, budget_usd, state, delivery, attempts, spent_usd, branch, commit)
  SELECT key, jsonb_build_object('key', key, 'repo', '/srv/app.git', 'spec', 'make it', 'budgetUsd', usd, 'needs', needs),
    'default', 0, usd, state, CASE WHEN entry <> '' THEN gen_random_uuid()::text END, attempts, spent,
    CASE key WHEN 'done' THEN 'loop/done' END, CASE key WHEN 'done' THEN 'c0ffee' END
  FROM (VALUES
    ('done', 10, 'verified', '', 1, 3, '[]'::jsonb),
    ('run', 10, 'running', 'active', 1, 0, '[]'),
    ('gone', 10, 'running', 'retry', 2, 0, '[]'),
    ('again', 10, 'queued', 'created', 1, 0, '[]'),
    ('next', 5, 'queued', 'created', 0, 0, '[]'),
    ('top', 10, 'waiting', '', 0, 0, '["next"]'),
    ('over', 5, 'ended', '', 1, 0, '[]'),
    ('later', 5, 'queued', 'created', 1, 0, '[]')
  ) AS row (key, usd, state, entry, attempts, spent, needs);
INSERT INTO fleet.need SELECT t.id, n.id FROM fleet.job t, fleet.job n WHERE t.key = 'top' AND n.key = 'next';
INSERT INTO fleet.hold SELECT id, attempts, budget_usd FROM fleet.job WHERE state = 'running';
INSERT INTO fleet.bundle (job, attempt, iteration, spent_usd, is_proved, branch, commit, content)
  SELECT id, attempts, 2, 2, false, 'refs/x', 'c', 'journal' FROM fleet.job WHERE key = 'run';
UPDATE fleet_queue.queue SET retry_limit = 10000, dead_letter = NULL;
INSERT INTO fleet_queue.job (id, name, data, state, priority, retry_limit, heartbeat_seconds, start_after, started_on, heartbeat_on, policy)
  SELECT j.delivery::uuid, 'account-default', jsonb_build_object('jobId', j.id), entry.state::fleet_queue.job_state,
    CASE j.key WHEN 'again' THEN 1000 ELSE 0 END, 10000, 10,
    CASE j.key WHEN 'later' THEN now() + interval '1 hour' ELSE now() END,
    CASE WHEN entry.state <> 'created' THEN now() END, CASE entry.state WHEN 'active' THEN now() END, q.policy
  FROM fleet.job j JOIN fleet_queue.queue q ON q.name = 'account-default' CROSS JOIN LATERAL (
    SELECT CASE WHEN j.state = 'queued' THEN 'created' WHEN j.key = 'run' THEN 'active' ELSE 'retry' END AS state
  ) entry WHERE j.delivery IS NOT NULL;
INSERT INTO fleet_queue.job (name, data, state, completed_on) VALUES ('account-default', '{"jobId": 1}', 'completed', now());
`;

/** Turns a fleet that was just set up into one of an older version, with jobs in all states. */
export async function becomeOld(database: Database, version: number): Promise<void> {
  const fleet = await openFleet({ ...database, close: async () => undefined });
  // Its queue stays in the engine.
  await fleet.add([{ key: 'x', repo: '/x', spec: 'x' }]);
  await fleet.close();
  await database.query('DROP SCHEMA fleet CASCADE; DELETE FROM fleet_queue.job');
  const [first, ...more] = MIGRATIONS.slice(0, version);
  await database.query(first!);
  await database.query(OLD_JOBS);
  if (version < 4) await database.query("DELETE FROM fleet_queue.queue WHERE name = 'silent'");
  for (const step of more) await database.query(step);
  await database.query('INSERT INTO fleet.version VALUES ($1)', [version]);
}
