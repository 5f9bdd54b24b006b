import { join } from 'node:path';
import { readSmall, type GitTree } from './git-folder.ts';

/** The setting without which an index can't be read. */
export interface GitConfig {
  readonly hashLength: 20 | 32;
}

/** Reads the settings of a repository. Included files are not read: git accepts no format from them. */
export function readGitConfig({ commonFolder }: GitTree): GitConfig {
  const settings = new Map(parseConfig(readSmall(join(commonFolder, 'config')) ?? ''));
  return { hashLength: settings.get('extensions.objectformat') === 'sha256' ? 32 : 20 };
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
