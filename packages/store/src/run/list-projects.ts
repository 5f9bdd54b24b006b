import { isAbsolute, join } from 'node:path';
import { listNames } from '../disk/list-names.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { stateFolders } from './started-here.ts';

/** More starts than anybody makes in years; each costs a small read. */
const MAX_STARTS = 20_000;
/** The longest path that Linux takes. */
const MAX_PATH_BYTES = 4096;

/**
 * Lists the projects where this user started runs on this machine, in no order. Leaves out old marks that don't name
 * their project. A project may be gone.
 */
export function listProjects(env: Parameters<typeof stateFolders>[0] = process.env): readonly string[] {
  const roots = stateFolders(env).flatMap((folder) => {
    const starts = join(folder, 'starts');
    return (listNames(starts, /^[0-9a-f]{32}$/, MAX_STARTS) ?? []).map((name) => rootIn(join(starts, name)));
  });
  return [...new Set(roots.filter((root) => isAbsolute(root)))];
}

function rootIn(mark: string): string {
  const read = readGuarded(mark, MAX_PATH_BYTES);
  return typeof read === 'string' ? '' : read.bytes.toString();
}
