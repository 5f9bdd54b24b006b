import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The living processes that work in a folder, by their command line. Linux only, as are the tests that ask. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
        const isGone = /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
        if (isGone || readlinkSync(`/proc/${id}/cwd`) !== folder) return [];
        return [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()];
      } catch {
        return [];
      }
    });
}

/** Waits until something holds; a test's own limit ends it otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20);
}
