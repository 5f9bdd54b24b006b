import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The plugin that a command stands in, which keeps it in `bin/`; undefined where it stands in none. */
export function pluginAround(script: string): string | undefined {
  try {
    const root = dirname(dirname(realpathSync.native(script)));
    return isPlugin(root) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** True for a folder that holds a plugin. */
export function isPlugin(folder: string): boolean {
  return existsSync(join(folder, '.claude-plugin', 'plugin.json'));
}
