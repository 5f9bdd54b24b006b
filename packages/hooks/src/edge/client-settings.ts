import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@loopwright/checks';
import { configFolder, readTaskList } from '@loopwright/store';

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

/** The switch in a file, which may be a link, as in a folder of dotfiles. A pipe or a device would make it wait. */
function switchIn(path: string): unknown {
  try {
    const file = statSync(path);
    const text = file.isFile() && file.size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
    return text.includes('disableAllHooks')
      ? JSON.parse(text.replace(/^\ufeff/, '')).disableAllHooks
      : undefined;
  } catch {
    return undefined;
  }
}

/** The variable that switches loops off, set to `1`, `true`, `yes` or `on`; undefined while loops are on. */
export function disabledBy(env: Env): string | undefined {
  return ['LOOP_DISABLE', 'IDLE_LOOP_DISABLE'].find((name) => /^(1|true|yes|on)$/i.test(`${env[name]}`));
}

/** Subjects of the open tasks of Claude's own list; undefined where none is named or it can't be read. */
export function openTasks(env: Env): readonly string[] | undefined {
  const list = env['CLAUDE_CODE_TASK_LIST_ID'];
  const tasks = list ? readTaskList(list, configFolder(env)) : undefined;
  return tasks?.filter(({ status }) => status !== 'completed').map(({ subject }) => subject);
}
