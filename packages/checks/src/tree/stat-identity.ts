import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requireUtf8 } from '../git/git-reader.ts';

/** The folder that never counts. */
export const LOOP_FOLDER = '.loop';
/** Folders of tools, which don't count without a repository and its ignore rules. */
export const TOOL_FOLDERS: readonly string[] = [
  'node_modules',
  '__pycache__',
  '.venv',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
];

/** Computes an identity from names, modes, sizes and times, for a machine without git. */
export function statIdentity(root: string, paths: readonly string[], checkDeadline: () => void): string {
  const hash = createHash('sha1');
  const visit = (path: string): void => {
    checkDeadline();
    requireUtf8(path);
    const full = join(root, path);
    const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
    if (!stats?.isDirectory()) {
      const { mode = 0n, size = 0n, mtimeNs = 0n, ctimeNs = 0n } = stats ?? {};
      hash.update(`${path}\0${mode} ${size} ${mtimeNs} ${ctimeNs}\n`);
      return;
    }
    for (const name of readdirSync(full).sort())
      if (name !== '.git' && !TOOL_FOLDERS.includes(name) && (path !== '' || name !== LOOP_FOLDER))
        visit(path === '' ? name : `${path}/${name}`);
  };
  for (const path of paths.length === 0 ? [''] : [...new Set(paths)].sort()) visit(path);
  return `stat-${hash.digest('hex')}`;
}
