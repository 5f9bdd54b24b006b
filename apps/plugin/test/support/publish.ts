import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { dependencyFolders, packFolder, type Registry, startRegistry } from '@loopwright/testkit';

const run = promisify(execFile);

/** The root of the repository: the one that a user clones and adds as a marketplace. */
export const checkout = join(import.meta.dirname, '../../../..');

/** Publishes the public packages of folders of this repository, packed as for users, and all that they depend on. */
export async function publishWorkspace(...parents: readonly ('apps' | 'packages')[]): Promise<Registry> {
  const target = await mkdtemp(join(tmpdir(), 'loop-packed-'));
  try {
    const folders = (await Promise.all(parents.map(publicFolders))).flat();
    const tarballs = await Promise.all(folders.map(async (folder) => pack(folder, target)));
    const types = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'));
    const needed = await Promise.all(
      [...folders, await realpath(types)].map(async (folder) => dependencyFolders(folder)),
    );
    const dependencies = await Promise.all([...new Set(needed.flat())].map(packFolder));
    return await startRegistry([...tarballs, ...dependencies]);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

/** The names of the published packages that programs import. */
export async function libraryNames(): Promise<readonly string[]> {
  const manifests = await Promise.all((await publicFolders('packages')).map(readManifest));
  return manifests.flatMap(({ name, exports }) => (exports === undefined ? [] : [name]));
}

async function publicFolders(parent: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const name of await readdir(join(checkout, parent))) {
    const folder = join(checkout, parent, name);
    if (!existsSync(join(folder, 'package.json'))) continue;
    if ((await readManifest(folder)).private !== true) folders.push(folder);
  }
  return folders;
}

async function pack(folder: string, target: string): Promise<Buffer> {
  const [command, ...args] = await pnpm();
  const { stdout } = await run(command, [...args, 'pack', '--json', '--pack-destination', target], {
    cwd: folder,
  });
  const { filename } = JSON.parse(stdout) as { readonly filename: string };
  return readFile(join(target, basename(filename)));
}

/** The pnpm that runs us; by hand, the one that the repository names. */
async function pnpm(): Promise<readonly [string, ...string[]]> {
  const path = process.env['npm_execpath'] ?? '';
  if (/^pnpm(\.c?js)?$/.test(basename(path))) {
    return path.endsWith('js') ? [process.execPath, path] : [path];
  }
  const { packageManager } = await readManifest(checkout);
  return ['npx', '--yes', packageManager ?? 'pnpm'];
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

interface Manifest {
  readonly name: string;
  readonly exports?: unknown;
  readonly private?: boolean;
  readonly packageManager?: string;
}
