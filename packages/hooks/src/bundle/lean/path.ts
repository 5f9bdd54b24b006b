import { join as joinAny, sep } from 'node:path';

export { basename, dirname, isAbsolute, normalize, relative, resolve, sep } from 'node:path';

/**
 * Joins paths as `node:path` does. `node:path` inspects every character, which is slow in an engine that has just
 * started: a tenth of a stop for its sixty paths. Nearly all paths are normal already, which a search shows at once.
 */
export function join(...parts: readonly string[]): string {
  const path = parts.join('/');
  return sep === '/' && parts[0]?.startsWith('/') && isNormal(path) ? path : joinAny(...parts);
}

function isNormal(path: string): boolean {
  return !path.includes('..') && !`${path}/`.includes('//') && !`${path}/`.includes('/./');
}
