import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Unreadable, type GitReader } from '../git/git-reader.ts';
import type { Env } from '../env.ts';

/** How a folder is read. Above 0, `depth` counts the repositories around it. */
export interface Reading {
  readonly git: GitReader;
  readonly env: Env;
  readonly depth: number;
}

/** A repository's files in the git folder, and the settings that decide which files belong to the work tree. */
export interface Repository {
  readonly top: string;
  /** The folder in question, relative to the top, with slashes; empty for the top. */
  readonly prefix: string;
  readonly index: string;
  readonly objects: string;
  /** The folder of the files that decide which paths a tree has. */
  readonly info: string;
  readonly format: 'sha1' | 'sha256';
  readonly excludesFile: string;
  readonly ignoreCase: boolean;
  /** The configuration makes git convert files. */
  readonly mayConvert: boolean;
  readonly hasFilters: boolean;
}

const SETTINGS = '^(core\\.(excludesfile|ignorecase|autocrlf|attributesfile)|filter\\..*)$';

/** Finds the repository that a folder is a part of. Undefined without one. */
export function findRepository(folder: string, reading: Reading): Repository | undefined {
  const { git, env } = reading;
  const paths = ['index', 'objects', 'info'].flatMap((path) => ['--git-path', path]);
  const where = ['rev-parse', '--show-toplevel', '--show-object-format', ...paths];
  let lines: string[];
  try {
    lines = git.run(where, { cwd: folder }).split('\n');
  } catch (error) {
    if (error instanceof Unreadable && /not a git repository/.test(error.message)) return undefined;
    throw error;
  }
  const [top = '', format = '', index = '', objects = '', info = ''] = lines;
  const prefix = relative(top, folder).split(sep).join('/');
  if (lines.length !== 6 || prefix.startsWith('..') || (format !== 'sha1' && format !== 'sha256'))
    throw new Unreadable(`git's answer about ${folder} is not clear`);
  const home = env['HOME'] ?? homedir();
  if (prefix !== '' && standsApart(folder, top, home, reading)) return undefined;
  const settings = readSettings(git, folder);
  const excludesFile =
    settings.get('core.excludesfile') ?? join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git/ignore');
  return {
    top,
    prefix,
    index: resolve(folder, index),
    objects: resolve(folder, objects),
    info: resolve(folder, info),
    format,
    excludesFile: excludesFile.replace(/^~(?=\/)/, home),
    ignoreCase: settings.get('core.ignorecase') === 'true',
    mayConvert: (settings.get('core.autocrlf') ?? 'false') !== 'false' || settings.has('core.attributesfile'),
    hasFilters: [...settings.keys()].some((name) => name.startsWith('filter.')),
  };
}

/**
 * True for a folder that is no part of the repository around it: a nested one, one that git ignores, and one in a
 * repository of the whole home folder, where programs write all the time.
 */
function standsApart(folder: string, top: string, home: string, { git, depth }: Reading): boolean {
  const toHome = relative(top, existsSync(home) ? realpathSync(home) : home);
  const holdsHome = toHome !== '..' && !toHome.startsWith(`..${sep}`) && !isAbsolute(toHome);
  const ignored = ['--no-literal-pathspecs', 'check-ignore', '-q', '.'];
  return depth > 0 || holdsHome || git.ask(ignored, { cwd: folder }) !== undefined;
}

function readSettings(git: GitReader, cwd: string): ReadonlyMap<string, string> {
  const entries = (git.ask(['config', '-z', '--get-regexp', SETTINGS], { cwd }) ?? '').split('\0');
  return new Map(
    entries.map((entry) => {
      const [name = '', ...value] = entry.split('\n');
      return [name, value.join('\n')];
    }),
  );
}
