import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { basename, delimiter, isAbsolute, join, relative } from 'node:path';
import type { SomeCheck } from '../check.ts';
import type { TouchedFile } from './compare-lists.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Changes around a project, in files that git doesn't follow. */
interface Around {
  readonly files: readonly TouchedFile[];
  /** Facts that could not be checked. */
  readonly open: readonly string[];
}

/** Where and since when to look. */
interface AroundCall {
  readonly root: string;
  /** The paths that git follows. */
  readonly followed: ReadonlySet<string>;
  readonly checks: readonly SomeCheck[];
  /** The start of the run. */
  readonly since: number;
  readonly env: Env;
}

/** Settings in the home folder that can change the result of a check. */
const SETTINGS = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.config/pnpm/rc',
  '.bunfig.toml',
  '.config/pip/pip.conf',
  '.pip/pip.conf',
  '.cargo/config.toml',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.gradle/init.gradle',
  '.profile',
  '.bash_profile',
  '.zshenv',
  '.zprofile',
];

/** Programs that checks start without naming them. */
const PROGRAMS = ['sh', 'bash', 'env', 'node', 'npm', 'npx', 'python', 'python3', 'make'];
/** The client of a judge. */
const CLIENT = 'claude';

/** Folders of installed packages. */
const PACKAGES = ['node_modules', '.venv', 'venv'];
/** Caches in them, which every run of a check may write. */
const CACHE = /^(?:\.(?!bin$|pnpm$).*|__pycache__)$/;

const MAX_ENTRIES = 400_000;
const MAX_MS = 4000;
/** The most packages of one folder that are named. */
const MAX_NAMED = 3;

/**
 * Finds changes since the start that git doesn't show: the programs of the checks, the user's settings of package
 * managers, and installed packages. A time of change can't be set back, so nothing has to be remembered. Never throws.
 */
export function changedAround(call: AroundCall): Around {
  const deadline = Date.now() + MAX_MS;
  const open: string[] = [];
  const installed = packageFolders(call).flatMap((folder) => {
    const found = changedPackages(join(call.root, folder), call.since, deadline);
    if (found === undefined) open.push(`the files of ${folder}: there are too many`);
    return (found ?? []).map((name) => fileOf(name === '' ? folder : `${folder}/${name}`));
  });
  const home = call.env['HOME'] ?? call.env['USERPROFILE'] ?? '';
  const settings = isAbsolute(home)
    ? SETTINGS.filter((name) => isChanged(join(home, name), call.since)).map((name) => fileOf(`~/${name}`))
    : [];
  return { files: [...changedPrograms(call, home), ...settings, ...installed], open };
}

function fileOf(path: string): TouchedFile {
  return { path: path.slice(0, 300), change: 'changed', kind: 'config' };
}

/** The programs on PATH that the checks name, and those that run them. */
function changedPrograms({ root, checks, since, env }: AroundCall, home: string): TouchedFile[] {
  const words = checks.flatMap(({ command = '' }) =>
    typeof command === 'string' ? command.split(/[\s"'`;|&()<>=$]+/) : command.slice(0, 1),
  );
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const isJudged = checks.some(({ command }) => command === undefined);
  const names = new Set(
    [...words, ...PROGRAMS, ...(isJudged ? [CLIENT] : [])].filter((word) => /^[\w.+-]+$/.test(word)),
  );
  return [...names].flatMap((name) => {
    const path = folders
      .map((folder) => join(folder, name))
      .find((one) => statOf(one)?.isDirectory() === false);
    if (path === undefined || !relative(root, path).startsWith('..')) return [];
    if (!isChanged(path, since) && !isChanged(realPath(path), since)) return [];
    const inHome = relative(home, path);
    return [fileOf(home !== '' && !inHome.startsWith('..') ? `~/${inHome}` : path)];
  });
}

/** The folders of packages beside every followed `package.json`, and those in the root, unless git follows them. */
function packageFolders({ root, followed }: AroundCall): string[] {
  const projects = new Set(['']);
  for (const path of followed) if (basename(path) === 'package.json') projects.add(path.slice(0, -12));
  const isFollowed = (folder: string): boolean => [...followed].some((path) => path.startsWith(`${folder}/`));
  return [...projects]
    .flatMap((folder) => (folder === '' ? PACKAGES : PACKAGES.slice(0, 1)).map((name) => `${folder}${name}`))
    .filter((folder) => statOf(join(root, folder))?.isDirectory() && !isFollowed(folder));
}

/**
 * Names the packages of a folder that changed; the empty name stands for more than a few. Undefined if the folder has
 * too many files.
 */
function changedPackages(folder: string, since: number, deadline: number): string[] | undefined {
  const changed = new Set<string>();
  const open: { readonly path: string; readonly name: string }[] = [{ path: folder, name: '' }];
  for (let count = 0; open.length > 0;) {
    const { path, name } = open.pop() as (typeof open)[number];
    for (const entry of entriesOf(path)) {
      count += 1;
      if (count > MAX_ENTRIES || (count % 1000 === 0 && Date.now() > deadline)) return undefined;
      if (CACHE.test(entry.name)) continue;
      // A package with a scope has two names.
      const isPackage = name === '' || /^@[^/]*$/.test(name);
      const own = isPackage ? `${name}${name === '' ? '' : '/'}${entry.name}` : name;
      const whole = join(path, entry.name);
      if (entry.isDirectory()) open.push({ path: whole, name: own });
      else if (isChanged(whole, since)) changed.add(own);
      if (changed.size > MAX_NAMED) return [''];
    }
  }
  return [...changed].sort();
}

function entriesOf(folder: string): import('node:fs').Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Package managers link files of a store into many projects, and every link changes the time: then the content's counts. */
function isChanged(path: string, since: number): boolean {
  const stat = statOf(path);
  if (!stat) return false;
  return (stat.isFile() && stat.nlink > 1 ? stat.mtimeMs : stat.ctimeMs) > since;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
