import { userConfigPath } from '../own-paths.ts';
import { fieldsOf, isCommand } from './named-checks.ts';
import { parsedConfig, readOutside } from './read-config.ts';
import type { Env } from '../env.ts';

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
export function readNotifySettings(root: string, env: Env): NotifySettings {
  const config = fieldsOf(parsedConfig(readOutside(root, userConfigPath(env))));
  const { notify: asked, notifyCommand: command } = config;
  const notify =
    NOTIFY.find((one) => one === env['LOOP_NOTIFY']) ?? NOTIFY.find((one) => one === asked) ?? 'all';
  return { notify, ...(isCommand(command) && { command }) };
}
