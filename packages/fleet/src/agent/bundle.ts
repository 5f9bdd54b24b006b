import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { FleetError } from '../fleet-error.ts';

/** The most bytes of a bundle, packed and unpacked: a journal may be written by a hostile repository. */
export const MAX_PACKED = 20 * 1024 * 1024;
const MAX_UNPACKED = 100 * 1024 * 1024;
const MAX_FILES = 10_000;

const bundleSchema = z.strictObject({
  format: z.literal('loopwright-bundle-1'),
  files: z.array(z.strictObject({ path: z.string().min(1).max(1_000), content: z.base64() })).max(MAX_FILES),
});

/** Packs the regular files of a folder, without links, locks and caches. */
export async function packFolder(folder: string): Promise<Uint8Array> {
  const files = pathsIn(folder, '').map((path) => ({
    path,
    content: readFileSync(join(folder, path)).toString('base64'),
  }));
  const packed = await promisify(gzip)(JSON.stringify({ format: 'loopwright-bundle-1', files }));
  if (packed.length > MAX_PACKED) {
    throw new FleetError('bad-bundle', `The journal is larger than ${MAX_PACKED / 1024 / 1024} MB.`);
  }
  return packed;
}

/** Writes the files of a bundle into an empty folder. Throws `FleetError` before it writes anything that is wrong. */
export async function unpackFolder(packed: Uint8Array, folder: string): Promise<void> {
  const { files } = await readBundle(packed);
  for (const { path } of files) {
    const isInside = posix.normalize(path) === path && !path.startsWith('/') && path.split('/')[0] !== '..';
    if (!isInside || /[\\\0]/.test(path))
      throw new FleetError('bad-bundle', `The bundle names a file outside of its folder.`);
  }
  for (const { path, content } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, Buffer.from(content, 'base64'), { flag: 'wx', mode: 0o600 });
  }
}

async function readBundle(packed: Uint8Array): Promise<z.output<typeof bundleSchema>> {
  try {
    const text = await promisify(gunzip)(packed, { maxOutputLength: MAX_UNPACKED });
    return bundleSchema.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    throw new FleetError(
      'bad-bundle',
      'The bundle of an earlier attempt is damaged, too large, or none of ours.',
      {
        cause: error,
      },
    );
  }
}

function pathsIn(folder: string, below: string): readonly string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) return pathsIn(folder, path);
    return stat?.isFile() && stat.size < MAX_UNPACKED ? [path] : [];
  });
}
