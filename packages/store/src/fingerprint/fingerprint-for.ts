import { resolve } from 'node:path';
import type { Check } from '@loopwright/core';
import { fingerprint } from './fingerprint.ts';

/**
 * Gives the fingerprint of what a check of a project depends on: its own folder, such as a linked work tree, or
 * the project; all of it, or the paths that it names. Throws `StoreError` like `fingerprint`.
 */
export function fingerprintFor(
  root: string,
  { folder = '', paths = [] }: Pick<Check, 'folder' | 'paths'>,
): string {
  return fingerprint(resolve(root, folder), paths.length > 0 ? { paths } : {}).value;
}
