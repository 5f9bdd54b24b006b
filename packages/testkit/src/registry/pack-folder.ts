import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { writeTarball } from './tar.ts';

/** Packs an installed package without its `node_modules`. */
export async function packFolder(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).includes('node_modules'))
    .sort();
  const entries = await Promise.all(
    paths.map(async (path) => ({
      path: `package/${path.split(sep).join('/')}`,
      content: await readFile(join(folder, path)),
      mode: (await stat(join(folder, path))).mode & 0o777,
    })),
  );
  return writeTarball(entries);
}
