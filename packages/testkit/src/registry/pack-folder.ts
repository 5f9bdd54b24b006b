import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_BYTES = 2 ** 28;
// npm unpacks no links. pnpm links equal files to one file of its store, but not on macOS, whose tar lacks the option.
const NO_LINKS = ['--dereference', ...(process.platform === 'linux' ? ['--hard-dereference'] : [])];

/** Packs an installed package without its `node_modules`, as npm names the files of a tarball. */
export async function packFolder(folder: string): Promise<Buffer> {
  const place = await mkdtemp(join(tmpdir(), 'lw-pack-'));
  try {
    await symlink(folder, join(place, 'package'));
    const args = ['-C', place, ...NO_LINKS, '--exclude=node_modules', '-czf', '-', 'package'];
    return (await run('tar', args, { encoding: 'buffer', maxBuffer: MAX_BYTES })).stdout;
  } finally {
    await rm(place, { recursive: true });
  }
}

/** The `package.json` of a packed package. Throws if it has none. */
export function readManifest(tarball: Buffer): unknown {
  const text = execFileSync('tar', ['-xzOf', '-', 'package/package.json'], {
    input: tarball,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
  });
  return JSON.parse(text);
}
