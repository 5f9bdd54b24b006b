import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compiled } from './parts.ts';

/**
 * Keeps what was compiled by now for the next time, in place of what was kept of another source. Never throws: what
 * can't be kept costs time only.
 */
export function keepCompiled({ script, times, path, family }: Compiled): void {
  const folder = dirname(path);
  const temporary = `${path}.${process.pid}`;
  try {
    const data = script.createCachedData();
    mkdirSync(folder, { recursive: true });
    const before = readdirSync(folder).map((name) => join(folder, name));
    try {
      writeFileSync(temporary, Buffer.concat([data, data, Buffer.of(times + 1)]));
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    for (const other of before)
      if (other.startsWith(family) && other !== path) rmSync(other, { force: true });
  } catch {
    // Denied, or a full disk: everything is compiled anew the next time.
  }
}
