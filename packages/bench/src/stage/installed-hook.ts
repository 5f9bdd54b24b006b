import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The hook as installed in the client: its files, and the plugin's data folder. */
export interface InstalledHook {
  readonly folder: string;
  readonly dataFolder: string;
}

let installed: InstalledHook | undefined;

/**
 * Installs the built hook in the temporary folder once per process, so that a build during the run can't change
 * the measured files.
 */
export function installHook(): InstalledHook {
  installed ??= install();
  return installed;
}

function install(): InstalledHook {
  const built = join(dirname(fileURLToPath(import.meta.resolve('@loopwright/hooks'))), 'bundle');
  const base = mkdtempSync(join(tmpdir(), 'loopwright-bench-hook-'));
  process.on('exit', () => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'hooks');
  cpSync(built, folder, { recursive: true });
  return { folder, dataFolder: join(base, 'data') };
}
