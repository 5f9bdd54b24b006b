import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '../../..');

/** Every file of the repository whose name matches; what git ignores isn't one, what isn't committed yet is. */
export function listFiles(...patterns: readonly string[]): readonly string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);
}

/** The text of a file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The parsed JSON of a file of the repository. */
export function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readText(path)) as Readonly<Record<string, unknown>>;
}
