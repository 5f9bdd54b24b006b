import { maskSecrets } from '@loopwright/core';
import type { Report } from './to-report.ts';

/** Who made the report. */
export interface Owner {
  /** The home folder; empty for none. */
  readonly home: string;
  readonly user: string;
}

/**
 * Names that stand in many texts as words. Like names of one or two letters, they are left out only where they name an
 * account: in the path of a home folder, and before the name of a host.
 */
const COMMON = new Set([
  'root',
  'user',
  'admin',
  'runner',
  'node',
  'ubuntu',
  'debian',
  'vscode',
  'build',
  'test',
]);

/** Removes the home folder, the user's name and usual secrets from a report, so that it can be shared. */
export function withoutOwner(report: Report, { home, user }: Owner): Report {
  const name = user === '' ? undefined : nameOf(user);
  const folder = home.length > 1 ? new RegExp(`${escaped(home)}(?![\\p{L}\\d_.-])`, 'gu') : undefined;
  const clean = (text: string): string => {
    const elsewhere = folder ? text.replaceAll(folder, '~') : text;
    return maskSecrets(name ? elsewhere.replaceAll(name, 'user') : elsewhere);
  };
  return mapTexts(report, clean) as Report;
}

/** Where a user's name stands. */
function nameOf(user: string): RegExp {
  const name = `(?<![\\p{L}\\d_])${escaped(user)}(?![\\p{L}\\d_])`;
  if (user.length >= 3 && !COMMON.has(user.toLowerCase())) return new RegExp(name, 'gu');
  return new RegExp(
    [`${IN_HOMES}${name}(?![.-])`, `${IN_DASHES}${name}`, `${name}${BEFORE_HOST}`].join('|'),
    'gu',
  );
}

/** After the folder of home folders. */
const IN_HOMES = String.raw`(?<=[/\\](?:home|Users)[/\\])`;
/** The same in names that the client makes of paths, such as `-home-admin-app`. */
const IN_DASHES = '(?<=-(?:home|Users)-)';
/** A host as in `root@web-1:` or `root@example.org`. `node@20.1` and `node@latest` are packages. */
const BEFORE_HOST = String.raw`(?=@(?!v?[\d.]+(?![\p{L}\d]))[\p{L}\d][\p{L}\d-]*[.:])`;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Gives the same data with every text changed; names of fields stay. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}
