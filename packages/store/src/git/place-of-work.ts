import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findGitTree, type GitTree, readSmall } from './git-folder.ts';

/**
 * Where the work of a project is proved.
 *
 * - `project`: in the project itself.
 * - `linked`: in another work tree of the same repository.
 * - `elsewhere`: in no work tree of the project. Nothing may run there; `folder` is the project.
 */
export interface PlaceOfWork {
  readonly kind: 'project' | 'linked' | 'elsewhere';
  /** The project. */
  readonly root: string;
  /** The project, or its corresponding folder in the linked work tree. */
  readonly folder: string;
  /** The top of the linked work tree; elsewhere, the folder that is no part of the project. */
  readonly path: string;
  /** The branch of the linked work tree; undefined with a detached HEAD. */
  readonly branch?: string | undefined;
}

/**
 * Finds the work tree that a working directory belongs to. Reads git's files and never runs git, so no setting of a
 * repository has an effect. Never throws.
 */
export function placeOfWork(root: string, cwd: string): PlaceOfWork {
  const project = { kind: 'project', root, folder: root, path: root } as const;
  const elsewhere = { ...project, kind: 'elsewhere' } as const;
  if (!isAbsolute(cwd) || cwd === root) return project;
  const here = nearestFolder(cwd);
  const own = findGitTree(root);
  // Without a repository the proof covers the whole folder, and with it every repository inside.
  if (!own) return isInside(root, here) ? project : { ...elsewhere, path: here };
  const tree = findGitTree(here);
  if (tree?.top === own.top) return project;
  if (!tree || !isLinkedTo(tree, own)) return { ...elsewhere, path: here };
  return {
    kind: 'linked',
    root,
    folder: join(tree.top, relative(own.top, root)),
    path: tree.top,
    branch: branchOf(tree),
  };
}

/** The folder of a check, at the place of work. A check whose folder lies outside of the project's work tree stays there. */
export function checkFolder({ kind, root, folder }: PlaceOfWork, own = ''): string {
  const whole = resolve(root, own);
  if (kind !== 'linked' || findGitTree(whole)?.top !== findGitTree(root)?.top) return whole;
  return resolve(folder, own);
}

/**
 * True for two work trees of one repository. Any file can claim that a folder is a work tree of any repository, so the
 * repository must know it too.
 */
function isLinkedTo(tree: GitTree, own: GitTree): boolean {
  const common = realFolder(own.commonFolder);
  if (common === undefined || realFolder(tree.commonFolder) !== common) return false;
  if (realFolder(tree.gitFolder) === common) return lstatSync(join(tree.top, '.git')).isDirectory();
  if (realFolder(dirname(tree.gitFolder)) !== join(common, 'worktrees')) return false;
  const known = resolve(tree.gitFolder, readSmall(join(tree.gitFolder, 'gitdir'))?.trim() ?? '');
  return basename(known) === '.git' && realFolder(dirname(known)) === tree.top;
}

function branchOf({ gitFolder }: GitTree): string | undefined {
  return /^ref: refs\/heads\/(.+)$/m.exec(readSmall(join(gitFolder, 'HEAD')) ?? '')?.[1];
}

/** The nearest folder that exists: Claude may stand in a work tree that was removed. */
function nearestFolder(path: string): string {
  return realFolder(path) ?? (dirname(path) === path ? path : nearestFolder(dirname(path)));
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
