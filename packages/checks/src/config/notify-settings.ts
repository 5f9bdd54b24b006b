import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { userConfigPath } from '../own-paths.ts';
import { readOwnConfig } from './read-config.ts';

/** When to notify the user: only at the end, also at a pause and when the loop waits for them, or never. */
export const NOTIFY = ['end', 'all', 'off'] as const;
export type Notify = (typeof NOTIFY)[number];

/** How to notify a user that a loop ended, rests, or waits for them. */
export interface NotifySettings {
  readonly notify: Notify;
  /** A command of the user's own, for the shell or as a program with its arguments. */
  readonly command?: string | readonly string[];
}

/**
 * Reads how the user wants to be told: `LOOP_NOTIFY`, else their own config, else `all`. A command comes from their own
 * config alone, and never from a file inside of the project. Never throws.
 */
export function readNotifySettings(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): NotifySettings {
  const config = readOwn(root, env);
  const asked = [env['LOOP_NOTIFY'], config['notify']].find(isNotify) ?? 'all';
  const { notifyCommand: command } = config;
  const isText = typeof command === 'string' && command.trim() !== '';
  const isList =
    Array.isArray(command) && command.length > 0 && command.every((part) => typeof part === 'string');
  return { notify: asked, ...((isText || isList) && { command: command as string | readonly string[] }) };
}

function isNotify(value: unknown): value is Notify {
  return (NOTIFY as readonly unknown[]).includes(value);
}

function readOwn(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const path = userConfigPath(env);
  const read = path === undefined ? undefined : readOwnConfig(path);
  if (path === undefined || read?.status !== 'read' || isInside(path, root)) return {};
  try {
    const value: unknown = JSON.parse(read.text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A repository could point the environment of a session at a file of its own. */
export function isInside(path: string, root: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(root) + sep);
  } catch {
    return true;
  }
}
