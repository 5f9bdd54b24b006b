import { linkSync, lstatSync } from 'node:fs';
import { errnoOf } from '../errors.ts';

/** How linking went; `unsupported` on a file system or under a Node permission that has no hard links. */
export type Linked = 'placed' | 'taken' | 'unsupported';

const UNSUPPORTED = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ERR_ACCESS_DENIED'];

/**
 * Gives a whole file a second name if that name is free. Of several writers exactly one gets it. Throws any other
 * error of the system.
 */
export function linkIfFree(temp: string, target: string): Linked {
  try {
    linkSync(temp, target);
    return 'placed';
  } catch (error) {
    // A network file system may lose the answer to a link that it made.
    if (hasTwoNames(temp)) return 'placed';
    if (errnoOf(error) === 'EEXIST') return 'taken';
    if (UNSUPPORTED.includes(errnoOf(error))) return 'unsupported';
    throw error;
  }
}

function hasTwoNames(path: string): boolean {
  try {
    return lstatSync(path).nlink === 2;
  } catch {
    return false;
  }
}
