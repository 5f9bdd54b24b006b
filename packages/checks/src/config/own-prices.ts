import { isInside } from './notify-settings.ts';
import { ownPricesPath } from '../own-paths.ts';
import { readOwnConfig, type ConfigText } from './read-config.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the text of the user's own prices. A file inside of the project doesn't count: a repository that sets prices
 * would lift the budget. Never throws and never waits.
 */
export function readOwnPrices(root: string, env: Env): ConfigText {
  const path = ownPricesPath(env);
  if (path === undefined) return { status: 'absent' };
  const read = readOwnConfig(path);
  if (read.status !== 'read' || !isInside(path, root)) return read;
  return { status: 'unreadable', reason: 'it lies inside of the project' };
}
