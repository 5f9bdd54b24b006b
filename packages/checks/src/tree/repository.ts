import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { Unreadable, type GitReader } from '../git/git-reader.ts';

/** A repository's files in the git folder, and the settings that decide which files belong to the work tree. */
export interface Repository {
  readonly top: string;
  /** The folder in question, relative to the top, with slashes; empty for the top. */
  readonly prefix: string;
  readonly index: string;
  readonly objects: string;
  readonly exclude: string;
  readonly format: 'sha1' | 'sha256';
  readonly excludesFile: string;
  readonly ignoreCase: boolean;
  /** The configuration makes git convert files, or names programs that do. */
  readonly mayConvert: boolean;
  /** The names of filters with a program. */
  readonly filters: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

const SETTINGS = '^(core\\.(excludesfile|ignorecase|autocrlf|attributesfile)|filter\\..*)$';

/** Finds the repository of a folder. Undefined without one. */
export function findRepository(git: GitReader, folder: string, env: Env): Repository | undefined {
  const where = ['rev-parse', '--show-toplevel', '--show-object-format'];
  const paths = ['index', 'objects', 'info/exclude'].flatMap((path) => ['--git-path', path]);
  let lines: string[];
  try {
    lines = git.run([...where, ...paths], { cwd: folder }).split('\n');
  } catch (error) {
    if (error instanceof Unreadable && /not a git repository/.test(error.message)) return undefined;
    throw error;
  }
  const [top = '', format = '', index = '', objects = '', exclude = ''] = lines;
  const prefix = relative(top, folder).split(sep).join('/');
  if (lines.length !== 6 || prefix.startsWith('..') || (format !== 'sha1' && format !== 'sha256')) {
    throw new Unreadable(`git's answer about ${folder} is not clear`);
  }
  const settings = readSettings(git, folder);
  const home = env['HOME'] ?? homedir();
  const excludes =
    settings.get('core.excludesfile') ?? join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git/ignore');
  const filters = [...settings.keys()].flatMap(
    (name) => /^filter\.(.+)\.(?:clean|process)$/s.exec(name)?.[1] ?? [],
  );
  return {
    top,
    prefix,
    index: resolve(folder, index),
    objects: resolve(folder, objects),
    exclude: resolve(folder, exclude),
    format,
    excludesFile: excludes.replace(/^~(?=\/)/, home),
    ignoreCase: settings.get('core.ignorecase') === 'true',
    mayConvert:
      !['false', undefined].includes(settings.get('core.autocrlf')) || settings.has('core.attributesfile'),
    filters: [...new Set(filters)],
  };
}

function readSettings(git: GitReader, cwd: string): Map<string, string> {
  const text = git.ask(['config', '-z', '--get-regexp', SETTINGS], { cwd }) ?? '';
  return new Map(
    text.split('\0').map((entry) => {
      const [name = '', ...value] = entry.split('\n');
      return [name, value.join('\n')];
    }),
  );
}
