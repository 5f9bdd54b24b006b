import { opendirSync } from 'node:fs';

/**
 * Lists up to `max` names in a folder that match a pattern, in the folder's own order; undefined when the folder can't
 * be read. Reads entry by entry, so that a folder of a million files costs no memory.
 */
export function listNames(folder: string, pattern: RegExp, max: number): readonly string[] | undefined {
  const names: string[] = [];
  try {
    const entries = opendirSync(folder);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (!pattern.test(entry.name)) continue;
        names.push(entry.name);
        if (names.length >= max) break;
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    return undefined;
  }
  return names;
}
