import { isAbsolute, join } from 'node:path';
import type { Env } from './env.ts';

/** The path of the user's own config, for all projects; undefined without a home. */
export function userConfigPath(env: Env): string | undefined {
  return ownPath(env, 'config.json');
}

/** The path of the user's own prices, beside their config; undefined without a home. */
export function ownPricesPath(env: Env): string | undefined {
  return ownPath(env, 'prices.json');
}

function ownPath(env: Env, name: string): string | undefined {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const given = env['XDG_CONFIG_HOME'] ?? env['APPDATA'];
  const folder =
    given && isAbsolute(given) ? given : home && isAbsolute(home) ? join(home, '.config') : undefined;
  return folder && join(folder, 'loopwright', name);
}
