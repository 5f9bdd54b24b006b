import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Fields, fieldsOf, readPlain } from '@loopwright/checks';
import { parseJson } from '@loopwright/core';

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
    listed(root).map((entry) => [entry.name, entry.isDirectory() ? 'folder' : 'file'] as const),
  );
  const workflows = listed(join(root, WORKFLOWS))
    .flatMap(({ name }) => (/\.ya?ml$/.test(name) ? [`${WORKFLOWS}/${name}`] : []))
    .sort()
    .slice(0, MAX_WORKFLOWS);
  const texts = new Map<string, string>();
  for (const path of [...READ_FILES.filter((name) => entries.has(name)), ...workflows]) {
    const read = readPlain(join(root, path), MAX_BYTES);
    if (read.status === 'read') texts.set(path, Buffer.from(read.bytes).toString());
  }
  return { entries, texts };
}

/** The files and folders in a folder. */
function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() || entry.isFile(),
    );
  } catch {
    return [];
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

/** The fields of a manifest in JSON; undefined without the file, and for anything but an object. */
export function manifestOf({ texts }: ProjectFiles, path: string): Fields | undefined {
  const json = parseJson(texts.get(path) ?? '');
  const fields = json.ok ? fieldsOf(json.value) : undefined;
  return json.ok && fields === json.value ? fields : undefined;
}
