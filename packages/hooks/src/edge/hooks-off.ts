import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Settings larger than this are not read. */
const MAX_BYTES = 256 * 1024;

/** The client's settings of the user, the project and the checkout. Later ones count more. */
export function settingsPaths(env: Env, root: string): readonly string[] {
  const home = env['HOME'] || env['USERPROFILE'];
  const user = env['CLAUDE_CONFIG_DIR'] || (home && join(home, '.claude'));
  const own = ['settings.json', 'settings.local.json'].map((name) => join(root, '.claude', name));
  return user ? [join(user, 'settings.json'), ...own] : own;
}

/** The settings that switch all hooks of the client off. The last file that has a word on it decides. */
export function hooksOffIn(env: Env, root: string): string | undefined {
  const switches = settingsPaths(env, root).map((path) => ({ path, isOff: switchIn(path) }));
  const last = switches.findLast(({ isOff }) => typeof isOff === 'boolean');
  return last?.isOff === true ? last.path : undefined;
}

/** The switch in a file, read without waiting and up to `MAX_BYTES`. It may be a link, as in a folder of dotfiles. */
function switchIn(path: string): unknown {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(MAX_BYTES);
    const text = bytes.toString('utf8', 0, readSync(file, bytes));
    return text.includes('disableAllHooks')
      ? JSON.parse(text.replace(/^\ufeff/, '')).disableAllHooks
      : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
