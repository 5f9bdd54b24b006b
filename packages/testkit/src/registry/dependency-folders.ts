import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { TestkitError } from '../testkit-error.ts';

/**
 * The installed folders of a package's run-time dependencies, direct and indirect.
 * Workspace packages are followed but not listed: tests pack them themselves.
 */
export async function dependencyFolders(packageFolder: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const visited = new Set<string>();

  async function visit(folder: string): Promise<void> {
    if (visited.has(folder)) return;
    visited.add(folder);
    if (folder.split(sep).includes('node_modules')) found.add(folder);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      await visit(await realpath(findInstalled(name, folder)));
    }
  }

  await visit(await realpath(packageFolder));
  return [...found];
}

/** Searches like Node: in the `node_modules` of this folder and its parents. */
function findInstalled(name: string, from: string): string {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  if (dirname(from) === from) throw new TestkitError('BAD_PACKAGE', `${name} is not installed`);
  return findInstalled(name, dirname(from));
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}
