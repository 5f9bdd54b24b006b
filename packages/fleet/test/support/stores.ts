import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openFolder } from '../../src/engine/database.ts';
import { openFleet } from '../../src/fleet.ts';
import type { Fleet } from '../../src/model/fleet.ts';

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
