import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** An installed Node version that hooks must support. */
export interface InstalledNode {
  readonly major: number;
  readonly path: string;
}

/** The workspace's Node versions for this system; at least the current one. */
export function installedNodes(): readonly InstalledNode[] {
  const found = [20, 22, 24, 26].flatMap((major) => {
    const path = resolveNode(`node${major}/bin/node`);
    return path === undefined ? [] : [{ major, path }];
  });
  const own = { major: Number(process.versions.node.split('.')[0]), path: process.execPath };
  return found.some(({ major }) => major === own.major) ? found : [...found, own];
}

/** The Node for measurements that use only one version. */
export function mainNode(nodes = installedNodes()): InstalledNode {
  const node = nodes.find(({ major }) => major === 24) ?? nodes.at(-1);
  if (!node || !existsSync(node.path)) throw new Error('There is no Node to measure on.');
  return node;
}

function resolveNode(name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    // Not installed: an optional package for Linux on x64.
    return undefined;
  }
}
