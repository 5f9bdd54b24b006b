import {
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { settingsPaths } from '@loopwright/hooks/facts';
import { CliError, errorCode } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';

/** The settings of the client, as its file has them. */
type ClientSettings = Readonly<Record<string, unknown>>;

/** The client's settings of the user, and those of a project whose own status line wins there. */
export function statusLineSettings(
  env: Env,
  root: string,
): { readonly own: string; readonly over: string | undefined } {
  const [own = '', ...projects] = settingsPaths({ HOME: homedir(), ...env }, root);
  return { own, over: projects.find((path) => readClientSettings(path)?.['statusLine'] !== undefined) };
}

/** Reads settings; empty without a file, undefined for a file that is no JSON object. Never throws. */
export function readClientSettings(path: string): ClientSettings | undefined {
  try {
    // A link to a device may have no end.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return {};
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
    // The client takes an empty file for no settings.
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ClientSettings)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes settings whole or not at all: beside the file, then by rename. A link stays a link, and the file keeps its mode
 * and its indentation. Throws `CliError` where the disk refuses.
 */
export function writeClientSettings(path: string, settings: ClientSettings): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    const target = isThere ? realpathSync(path) : path;
    const before = isThere ? readFileSync(target, 'utf8') : '';
    const indent = /^[\t ]+/m.exec(before)?.[0] ?? '  ';
    const mode = isThere ? statSync(target).mode & 0o777 : 0o600;
    const temporary = `${target}.${process.pid}.tmp`;
    writeFileSync(temporary, `${JSON.stringify(settings, null, indent)}\n`, { mode, flag: 'wx' });
    renameSync(temporary, target);
  } catch (cause) {
    throw new CliError({
      message: `Could not write ${path}: ${errorCode(cause)}. Nothing was changed.`,
      cause,
    });
  }
}
