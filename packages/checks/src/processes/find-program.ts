import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import type { Env } from '../env.ts';

/** Finds a program as a shell would, but not inside of `notIn`; undefined where PATH doesn't lead to it. */
export function findProgram(env: Env, name: string, notIn?: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => isProgram(path, notIn));
}

/** True for an absolute path of a program that neither stands inside of `notIn` nor links to a file in it. */
export function isProgram(path: string, notIn?: string): boolean {
  try {
    if (!isAbsolute(path)) return false;
    accessSync(path, constants.X_OK);
    if (!statSync(path).isFile()) return false;
    return notIn === undefined || ![path, realpathSync(path)].some((one) => isInside(one, notIn));
  } catch {
    return false;
  }
}

function isInside(path: string, folder: string): boolean {
  return relative(folder, path).split(sep)[0] !== '..';
}
