import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a project that say how it is checked. */
export interface ProjectFiles {
  /** The entries of the project's folder. */
  readonly entries: ReadonlyMap<string, 'file' | 'folder'>;
  /** The texts of the files that say something, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The files in the project's folder that are read. Workflows come on top. */
const READ_FILES = `
  package.json tsconfig.json Cargo.toml go.mod composer.json mix.exs .gitlab-ci.yml pyproject.toml
  setup.cfg tox.ini requirements.txt requirements-dev.txt Makefile makefile GNUmakefile
`
  .trim()
  .split(/\s+/);

/** The folder of GitHub's workflows. */
const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 20;

/** A larger manifest is not read. */
const MAX_BYTES = 256 * 1024;

/** Reads the files of a project that say how it is checked. Follows no links, and skips unreadable files. */
export function readProject(root: string): ProjectFiles {
  const entries = new Map(
    listed(root).flatMap((entry) =>
      entry.isDirectory() || entry.isFile()
        ? [[entry.name, entry.isDirectory() ? 'folder' : 'file'] as const]
        : [],
    ),
  );
  const workflows = listed(join(root, WORKFLOWS))
    .flatMap((entry) => (entry.isFile() && /\.ya?ml$/.test(entry.name) ? [`${WORKFLOWS}/${entry.name}`] : []))
    .sort()
    .slice(0, MAX_WORKFLOWS);
  const texts = [...READ_FILES.filter((name) => entries.get(name) === 'file'), ...workflows].flatMap(
    (path) => {
      const text = readText(join(root, path));
      return text === undefined ? [] : [[path, text] as const];
    },
  );
  return { entries, texts: new Map(texts) };
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

/** Folders that no check depends on, or that checks write themselves. */
const APART = new Set(
  `
  node_modules dist build out coverage target vendor docs doc examples .git .github .gitlab
  .vscode .idea .claude .husky .changeset .loop .cache .turbo .yarn
`
    .trim()
    .split(/\s+/),
);

/**
 * The sources among the entries, together with the files that configure them. Undefined if another folder might count,
 * too: then a check depends on the whole tree.
 */
export function knownPaths(
  { entries }: ProjectFiles,
  folders: readonly string[],
  files: RegExp,
): readonly string[] | undefined {
  const names = [...entries];
  const isWhole = names.every(([name, kind]) => kind === 'file' || folders.includes(name) || APART.has(name));
  if (!isWhole || !folders.some((name) => entries.get(name) === 'folder')) return undefined;
  return names
    .flatMap(([name, kind]) => ((kind === 'folder' ? folders.includes(name) : files.test(name)) ? name : []))
    .sort();
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a parsed object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The fields of a manifest in JSON; undefined without the file, and for anything but an object. */
export function manifestOf({ texts }: ProjectFiles, path: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse((texts.get(path) ?? '').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}
