import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { READ_FILES, WORKFLOWS, type ProjectFiles } from './detect/project-files.ts';

/** A larger manifest is not read. */
const MAX_BYTES = 256 * 1024;
const MAX_WORKFLOWS = 20;

/** Reads the files of a project that say how it is checked. Follows no links, and skips unreadable files. */
export function readProject(root: string): ProjectFiles {
  const entries = new Map(
    listed(root)
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .map((entry) => [entry.name, entry.isDirectory() ? 'folder' : 'file'] as const),
  );
  const workflows = listed(join(root, WORKFLOWS))
    .flatMap((entry) => (entry.isFile() && /\.ya?ml$/.test(entry.name) ? [`${WORKFLOWS}/${entry.name}`] : []))
    .sort()
    .slice(0, MAX_WORKFLOWS);
  const texts = new Map(
    [...READ_FILES.filter((name) => entries.get(name) === 'file'), ...workflows].flatMap((path) => {
      const text = readText(join(root, path));
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
  return { entries, texts };
}

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const { size } = fstatSync(file);
    if (size > MAX_BYTES) return undefined;
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readSync(file, bytes)).toString('utf8');
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
