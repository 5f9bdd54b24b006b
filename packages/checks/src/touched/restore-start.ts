import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { createGitReader, Unreadable } from '../git/git-reader.ts';
import { findProgram } from '../processes/find-program.ts';
import { watchGroups } from '../processes/watch-group.ts';
import { callIn, convertNothing, writeShadow } from '../tree/read-tree.ts';
import { findRepository } from '../tree/repository.ts';
import { LOOP_FOLDER, TOOL_FOLDERS } from '../tree/stat-identity.ts';
import { reasonOf } from '../tree/tree-identity.ts';
import type { Env } from '../env.ts';
import { CHANGED_BEFORE, entriesOf, readStored, type StoredList } from './start-list.ts';

/** A start whose files can be restored, if their contents were stored. */
export interface StoredStart extends StoredList {
  readonly contents: Uint8Array | undefined;
}

/** The files of a start in a temporary folder. */
export interface RestoredStart {
  /** The project, as it was. */
  readonly folder: string;
  /** The temporary folder: the top of its work tree. */
  readonly top: string;
  remove(): Promise<void>;
}

interface RestoreCall {
  /** The folder of the project in the work tree whose ignored files come along. */
  readonly work: string;
  readonly env: Env;
  readonly timeoutMs: number;
}

/** Larger ignored files than this in all are not copied. */
const MAX_COPIED = 1024 ** 3;
/** A dependency: what stands in a folder of a tool, or there in the folder of a scope. */
const DEPENDENCY = new RegExp(
  `(?:^|/)(?:${TOOL_FOLDERS.join('|').replaceAll('.', '\\.')})/(?:@[^/]+/)?[^/@][^/]*$`,
);
const OWN = new RegExp(`(?:^|/)\\${LOOP_FOLDER}(?:/|$)`);
const AUTHOR = ['-c', 'user.name=loop', '-c', 'user.email=loop@localhost'];

/**
 * Writes the files of a start into a temporary folder, a git work tree of its own, and the present ignored files beside
 * them: dependencies as links, all others as copies. Changes nothing in the repository. The folder goes with this
 * process, even if it is killed. Never rejects: a string is the reason why the files could not be restored.
 */
export async function restoreStart(
  root: string,
  start: StoredStart,
  call: RestoreCall,
): Promise<RestoredStart | string> {
  let remove = async (): Promise<void> => {};
  try {
    const top = mkdtempSync(join(realpathSync(tmpdir()), 'loop-start-'));
    const watch = watchGroups(top);
    remove = async () => {
      await watch.close();
      rmSync(top, { recursive: true, force: true });
    };
    const prefix = await fill(top, root, start, call);
    return { folder: join(top, prefix), top, remove };
  } catch (error) {
    await remove();
    return reasonOf(root, error);
  }
}

/** Fills the folder. Returns where the project stands in it. */
async function fill(
  top: string,
  root: string,
  start: StoredStart,
  { work, env, timeoutMs }: RestoreCall,
): Promise<string> {
  const git = createGitReader(findProgram(env, 'git', root) ?? 'git', env, Date.now() + timeoutMs);
  const repository = findRepository(realpathSync(root), { git, env, depth: 0 });
  const prefix = repository?.prefix ?? '';
  const shadow = join(top, '.git');
  const objects = join(shadow, 'objects');
  writeShadow(shadow, repository, objects);
  convertNothing(shadow);
  const nested = writeFiles(start, prefix, callIn(git, shadow, top, objects), shadow);
  const from = resolve(work, posix.relative(`/${prefix}`, '/'));
  const list = callIn(git, shadow, from)(['ls-files', '-zoi', '--exclude-standard', '--directory']);
  const ignored = list.split('\0').filter((path) => path !== '' && !OWN.test(path));
  await share([...ignored, ...nested], from, top, git.checkDeadline);
  return prefix;
}

/** Writes the files, and commits them. Returns the folders with a repository of their own, whose contents nobody kept. */
function writeFiles(
  start: StoredStart,
  prefix: string,
  call: ReturnType<typeof callIn>,
  shadow: string,
): readonly string[] {
  const stored = readStored(start);
  if (stored.status === 'unknown') throw new Unreadable(stored.reason);
  if (start.contents === undefined) throw new Unreadable('the contents of the files from the start are gone');
  const entries = [...entriesOf(stored.list)].filter(([path]) => !path.startsWith('.git/info/'));
  const [lost] = entries.find(([, entry]) => entry === CHANGED_BEFORE) ?? [];
  if (lost !== undefined) throw new Unreadable(`${lost} changed between the typed words and the start`);
  const files = entries.map(([path, entry]) => [posix.join(prefix, path), entry] as const);
  if (start.contents.length > 0) {
    mkdirSync(join(shadow, 'objects/pack'));
    writeFileSync(join(shadow, 'objects/pack/start.pack'), start.contents);
    call(['index-pack', join(shadow, 'objects/pack/start.pack')]);
  }
  const isNested = ([, entry]: readonly [string, string]): boolean => entry.startsWith('160000');
  const lines = files.filter((one) => !isNested(one)).map(([path, entry]) => `${entry}\t${path}\0`);
  call(['update-index', '-z', '--index-info'], lines.join(''));
  call(['checkout-index', '-a', '-q']);
  // Fails if the bytes of a file don't have the id that is on record.
  call(['update-index', '--refresh']);
  const id = call([...AUTHOR, 'commit-tree', call(['write-tree']).trim()], 'The files of the start').trim();
  writeFileSync(join(shadow, 'HEAD'), `${id}\n`);
  return files.filter(isNested).map(([path]) => path);
}

/** Brings files of a work tree into another one that doesn't have them. */
async function share(
  paths: readonly string[],
  from: string,
  into: string,
  checkDeadline: () => void,
): Promise<void> {
  // Loaded here, because every command would wait for it.
  const { cp } = process.getBuiltinModule('node:fs/promises');
  let left = MAX_COPIED;
  const isCopied = (source: string, target: string): boolean => {
    checkDeadline();
    const stat = lstatSync(source, { throwIfNoEntry: false });
    if (!stat) return false;
    const isDependency = stat.isDirectory() && DEPENDENCY.test(relative(from, source).split(sep).join('/'));
    if (isDependency && !existsSync(target)) symlinkSync(source, target, 'junction');
    if (stat.isFile()) left -= stat.size;
    if (left < 0) throw new Unreadable('git ignores more than 1 GB of files here');
    return !isDependency && (stat.isFile() || stat.isDirectory() || stat.isSymbolicLink());
  };
  for (const path of paths) {
    const target = join(into, path);
    // The parent was a link then, and the target would be a file of somebody else.
    if (!`${realParent(target)}${sep}`.startsWith(`${into}${sep}`)) continue;
    await cp(join(from, path), target, {
      recursive: true,
      force: false,
      verbatimSymlinks: true,
      // Copies keep their times, so the restored sources are newer than earlier builds.
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
      filter: isCopied,
    });
  }
}

function realParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? realpathSync(parent) : realParent(parent);
}
