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
import { dirname, join } from 'node:path';
import { CliError, errorCode } from '../program/cli-error.ts';
import type { Env } from '../program/context.ts';

/** The settings of the client, as its file has them. */
export type ClientSettings = Readonly<Record<string, unknown>>;

/** The folder of the client's own configuration. */
export function clientFolder(env: Env): string {
  return env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
}

/** The settings of a project that count more than the user's. */
export function projectSettingsPaths(root: string): readonly string[] {
  return ['settings.json', 'settings.local.json'].map((name) => join(root, '.claude', name));
}

/** Reads settings; empty without a file, undefined for a file that is no JSON object. Never throws. */
export function readClientSettings(path: string): ClientSettings | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? {} : undefined;
  }
  try {
    // The client takes an empty file for no settings.
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text.replace(/^\ufeff/, ''));
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
