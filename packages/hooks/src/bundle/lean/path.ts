import { join as joinAny, sep } from 'node:path';

export { basename, dirname, isAbsolute, normalize, relative, resolve, sep } from 'node:path';

/**
 * Joins paths as `node:path` does. That one looks at every character in turn, in an engine that is cold: over the
 * sixty paths of a stop that adds up to a tenth of it. Nearly all of them hold nothing that would have to be
 * normalised, which a search tells at once.
 */
export function join(...parts: readonly string[]): string {
  const path = parts.join('/');
  return sep === '/' && parts[0]?.startsWith('/') && isNormal(path) ? path : joinAny(...parts);
}

function isNormal(path: string): boolean {
  return !path.includes('..') && !`${path}/`.includes('//') && !`${path}/`.includes('/./');
}
