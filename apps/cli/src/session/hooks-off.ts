import { join } from 'node:path';
import type { Context, Env } from '../program/context.ts';
import { findPlace } from './place.ts';
import { clientFolder, projectSettingsPaths, readClientSettings } from './user-settings.ts';

/** The client's settings, in the order in which later ones count more. */
export function settingsPaths(env: Env, root: string): readonly string[] {
  return [join(clientFolder(env), 'settings.json'), ...projectSettingsPaths(root)];
}

/** The settings that switch all hooks of the client off. The last file that has a word on it decides. */
export function hooksOffIn(env: Env, root: string): string | undefined {
  const switches = settingsPaths(env, root).flatMap((path) => {
    const isOff = readClientSettings(path)?.['disableAllHooks'];
    return typeof isOff === 'boolean' ? [{ path, isOff }] : [];
  });
  const last = switches.at(-1);
  return last?.isOff ? last.path : undefined;
}

/** Says that no session is held because all hooks are off; empty while they are on. */
export function hooksOffLines(context: Context): readonly string[] {
  const path = hooksOffIn(context.env, findPlace(context).root ?? context.cwd);
  if (path === undefined) return [];
  return [`All hooks are off, so no session is held to its loop: take disableAllHooks out of ${path}.`];
}
