import { join } from 'node:path';
import { homeFolder } from '../disk/home-folder.ts';
import type { Casing } from './glob.ts';
import { readSmall, type GitTree } from './git-folder.ts';

/** The few settings that decide which files git looks at. */
export interface GitConfig {
  readonly casing: Casing;
  readonly hashLength: 20 | 32;
  readonly excludesFile: string;
}

/** Where the user's own settings may lie. */
export interface ConfigEnv {
  readonly HOME?: string | undefined;
  readonly XDG_CONFIG_HOME?: string | undefined;
}

/** Reads the settings of the user and of the repository; included files are not followed. */
export function readGitConfig({ commonFolder }: GitTree, env: ConfigEnv): GitConfig {
  const home = env.HOME ?? homeFolder();
  const xdg = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'git');
  const settings = new Map<string, string>();
  for (const path of [join(xdg, 'config'), join(home, '.gitconfig'), join(commonFolder, 'config')]) {
    for (const [name, value] of parseConfig(readSmall(path) ?? '')) settings.set(name, value);
  }
  const excludes = settings.get('core.excludesfile') ?? join(xdg, 'ignore');
  return {
    casing: isTrue(settings.get('core.ignorecase')) ? 'folded' : 'exact',
    hashLength: settings.get('extensions.objectformat') === 'sha256' ? 32 : 20,
    excludesFile: excludes.startsWith('~/') ? join(home, excludes.slice(2)) : excludes,
  };
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && ['true', 'yes', 'on', '1', ''].includes(value.toLowerCase());
}

/** The settings of sections without a sub-section, as `section.key` in small letters. */
function* parseConfig(text: string): Generator<readonly [string, string]> {
  let section = '';
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]"]*?)\s*(".*")?\]/.exec(line);
    if (header) {
      section = header[2] === undefined ? (header[1] ?? '').toLowerCase() : '';
      continue;
    }
    const setting = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/.exec(line);
    if (section !== '' && setting)
      yield [`${section}.${setting[1]?.toLowerCase()}`, unquote(setting[2] ?? '')];
  }
}

function unquote(value: string): string {
  const trimmed = value.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(trimmed)?.[1];
  return quoted === undefined ? trimmed.replace(/\s*[#;].*$/, '') : quoted.replace(/\\(.)/g, '$1');
}
