import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '@loopwright/store';
import type { Compiled } from './parts.ts';

/**
 * Writes V8's compiled code of a part, and removes the code of older sources. Never throws: without the file the next
 * hook is only slower.
 */
export function keepCompiled({ script, times, path, family }: Compiled): void {
  const folder = dirname(path);
  const temporary = `${path}.${process.pid}`;
  try {
    const data = script.createCachedData();
    makeFolders(folder);
    const before = readdirSync(folder).map((name) => join(folder, name));
    try {
      writeFileSync(temporary, Buffer.concat([data, data, Buffer.of(times + 1)]), {
        mode: 0o600,
        flag: 'wx',
      });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    for (const other of before)
      if (other.startsWith(family) && other !== path) rmSync(other, { force: true });
  } catch {
    // Denied, or a full disk: the next hook compiles again.
  }
}
