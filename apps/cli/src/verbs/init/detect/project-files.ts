/** The files of a project that say how it is checked. */
export interface ProjectFiles {
  /** The entries of the project's folder. */
  readonly entries: ReadonlyMap<string, 'file' | 'folder'>;
  /** The texts of the files that a detector may read, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The purpose of a proposed check, which is also its name. */
export type ProposalName = 'tests' | 'lint' | 'types' | 'format' | 'build' | 'check';

/** A check that a project seems to have. */
export interface Proposal {
  readonly name: ProposalName | `${ProposalName}-${string}`;
  readonly command: string;
  readonly timeout: string;
  /** The files that it depends on, if the layout is known as a whole. */
  readonly paths?: readonly string[];
  /** The file that says so. */
  readonly from: string;
}

/** The files in the project's folder that a detector reads. Workflows come on top. */
export const READ_FILES = [
  'package.json',
  'tsconfig.json',
  'Cargo.toml',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'requirements.txt',
  'requirements-dev.txt',
  'go.mod',
  'Makefile',
  'makefile',
  'GNUmakefile',
  'composer.json',
  'mix.exs',
  '.gitlab-ci.yml',
] as const;

/** The folder of GitHub's workflows. */
export const WORKFLOWS = '.github/workflows';

/** Folders that no check depends on, or that checks write themselves. */
const APART = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'target',
  'vendor',
  'docs',
  'doc',
  'examples',
  '.git',
  '.github',
  '.gitlab',
  '.vscode',
  '.idea',
  '.claude',
  '.husky',
  '.changeset',
  '.loop',
  '.cache',
  '.turbo',
  '.yarn',
]);

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
  if (!isWhole || !names.some(([name, kind]) => kind === 'folder' && folders.includes(name)))
    return undefined;
  return names
    .flatMap(([name, kind]) =>
      (kind === 'folder' ? folders.includes(name) : files.test(name)) ? [name] : [],
    )
    .sort();
}
