import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A living process. */
export interface LivingProcess {
  readonly id: number;
  readonly parent: number;
  /** Its command line; a NUL ends each word. */
  readonly command: string;
}

/** The living processes that work in a folder or below it. Linux only, as are the tests that ask. */
export function processesOf(folder: string): LivingProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const place = readlinkSync(`/proc/${name}/cwd`);
        if (place !== folder && !place.startsWith(`${folder}/`)) return [];
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if ('ZX'.includes(state)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ id: Number(name), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

/** Waits until something holds; a test's own limit ends it otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20);
}
