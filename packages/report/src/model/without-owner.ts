import { maskSecrets } from '@loopwright/core';
import type { Report } from './report-model.ts';

/** Who made the report. */
export interface Owner {
  /** The home folder; empty for none. */
  readonly home: string;
  readonly user: string;
}

/** Names that say nothing about a person, and that stand in many texts. */
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

/** Leaves out what a report that is shared should not tell: the home folder, the user's name, and usual secrets. */
export function withoutOwner(report: Report, { home, user }: Owner): Report {
  const isName = user.length >= 3 && !COMMON.has(user.toLowerCase());
  const name = isName ? new RegExp(`(?<![\\p{L}\\d_])${escaped(user)}(?![\\p{L}\\d_])`, 'gu') : undefined;
  const folder = home.length > 1 ? new RegExp(`${escaped(home)}(?![\\p{L}\\d_.-])`, 'gu') : undefined;
  const clean = (text: string): string => {
    const elsewhere = folder ? text.replaceAll(folder, '~') : text;
    return maskSecrets(name ? elsewhere.replaceAll(name, 'user') : elsewhere);
  };
  return mapTexts(report, clean) as Report;
}

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
