import { join } from 'node:path';
import { makePrivateFolder } from '../disk/folders.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { keepAside } from '../views/keep-aside.ts';

const IGNORE_ALL = '*\n';

/**
 * Makes sure that `.loop/` and `.loop/runs/` exist, private to the user and ignored by git, or throws `StoreError`.
 * Only acts of the user come here.
 */
export function makeLoopFolder(root: string): void {
  makePrivateFolder(join(root, '.loop'));
  makePrivateFolder(join(root, '.loop', 'runs'));
  ignoreLoopFolder(root);
}

/** True when `.loop/.gitignore` is ours. Git then ignores the folder, independent of other ignore files. */
export function isLoopIgnored(root: string): boolean {
  const content = readGuarded(join(root, '.loop', '.gitignore'), IGNORE_ALL.length);
  return typeof content !== 'string' && content.bytes.toString() === IGNORE_ALL;
}

/**
 * Makes git ignore `.loop/`. A `.gitignore` with another text, which may have come with a clone, moves to the
 * archive. Throws `StoreError` when it can't be replaced.
 */
export function ignoreLoopFolder(root: string): void {
  if (isLoopIgnored(root)) return;
  const loop = join(root, '.loop');
  const path = join(loop, '.gitignore');
  keepAside(loop, path, 'gitignore');
  replaceFile(path, IGNORE_ALL);
}
