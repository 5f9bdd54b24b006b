import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { decodeText } from '../disk/decode-text.ts';
import { readPlain } from '../disk/open-guarded.ts';

/** A git work tree, found without running git. */
export interface GitTree {
  /** The top of the work tree. */
  readonly top: string;
  /** Where this work tree's own HEAD and index are. */
  readonly gitFolder: string;
  /** Where what all linked work trees share is. */
  readonly commonFolder: string;
}

const MAX_SMALL_FILE = 64 * 1024;

/** The nearest git work tree at or above a folder; undefined without one. */
export function findGitTree(folder: string): GitTree | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const tree = gitTreeAt(top);
    if (tree !== undefined || dirname(top) === top) return tree;
  }
}

/**
 * The git work tree whose top is this very folder: a `.git` folder, or a file that points to one. Like git, it
 * skips a `.git` without HEAD, objects and refs.
 */
function gitTreeAt(top: string): GitTree | undefined {
  const path = join(top, '.git');
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const gitFolder = stats.isDirectory() ? path : pointedFolder(top, path);
    if (gitFolder === undefined) return undefined;
    const common = readSmall(join(gitFolder, 'commondir'))?.trim();
    const commonFolder = common ? resolve(gitFolder, common) : gitFolder;
    // Throws if one is missing.
    lstatSync(join(gitFolder, 'HEAD'));
    for (const name of ['objects', 'refs']) lstatSync(join(commonFolder, name));
    return { top, gitFolder, commonFolder };
  } catch {
    return undefined;
  }
}

/**
 * The folder that stands in the main work tree where this one stands in a linked work tree; undefined outside
 * of linked work trees, and where the main one was never checked out.
 */
export function mainTreeOf(folder: string): string | undefined {
  const tree = findGitTree(folder);
  if (tree === undefined || tree.commonFolder === tree.gitFolder) return undefined;
  return basename(tree.commonFolder) === '.git'
    ? join(dirname(tree.commonFolder), relative(tree.top, folder))
    : undefined;
}

function pointedFolder(top: string, path: string): string | undefined {
  const target = /^gitdir: (.+)$/m.exec(readSmall(path) ?? '')?.[1];
  return target === undefined ? undefined : isAbsolute(target) ? target : resolve(top, target);
}

/** The text of a small file of git's or of the user's settings, which may be a link; or undefined. */
export function readSmall(path: string): string | undefined {
  try {
    const content = readPlain(realpathSync(path), MAX_SMALL_FILE);
    return typeof content === 'string' ? undefined : decodeText(content.bytes);
  } catch {
    return undefined;
  }
}
