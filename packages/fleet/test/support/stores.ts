import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openFolder } from '../../src/engine/database.ts';

/** A store in a new folder. */
export async function createFolder(): Promise<{ readonly database: Database; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-folder-'));
  return { database: await openFolder(join(folder, 'store')), folder };
}
