import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Fields, fieldsOf, readPlain } from '@loopwright/checks';
import { parseJson } from '@loopwright/core';

/** The files of a project that say how it is checked. */
export interface ProjectFiles {
  /** The entries of the project's folder. */
  readonly entries: ReadonlyMap<string, 'file' | 'folder'>;
  /** The files of CI, by path. */
  readonly workflows: readonly string[];
  /** The text of a file by its path in the project; undefined without one, and for a link or a large file. */
  readonly textOf: (path: string) => string | undefined;
}

/** The folder of GitHub's workflows, and the files of other services. */
const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 40;
const OTHER_CI = ['.gitlab-ci.yml', '.circleci/config.yml', '.travis.yml', 'azure-pipelines.yml'];

/** A larger manifest is not read. */
const MAX_BYTES = 256 * 1024;

/** Looks at the files of a project that say how it is checked. Runs nothing, and follows no links. */
export function readProject(root: string): ProjectFiles {
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string): string | undefined => {
    if (!texts.has(path)) {
      const read = readPlain(join(root, path), MAX_BYTES);
      texts.set(path, read.status === 'read' ? Buffer.from(read.bytes).toString() : undefined);
    }
    return texts.get(path);
  };
  const workflows = listed(join(root, WORKFLOWS))
    .flatMap(({ name }) => (/\.ya?ml$/.test(name) ? [`${WORKFLOWS}/${name}`] : []))
    .sort()
    .slice(0, MAX_WORKFLOWS);
  return {
    entries: new Map(
      listed(root).map((entry) => [entry.name, entry.isDirectory() ? 'folder' : 'file'] as const),
    ),
    // A file of another service beside them is mostly old.
    workflows: workflows.length > 0 ? workflows : OTHER_CI,
    textOf,
  };
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
export function manifestOf({ textOf }: ProjectFiles, path: string): Fields | undefined {
  const json = parseJson(textOf(path) ?? '');
  const fields = json.ok ? fieldsOf(json.value) : undefined;
  return json.ok && fields === json.value ? fields : undefined;
}
