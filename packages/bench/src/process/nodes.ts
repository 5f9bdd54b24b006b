import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A Node that hooks have to run on, as it is installed here. */
export interface InstalledNode {
  readonly major: number;
  readonly path: string;
}

/** The Nodes of the workspace that there are for this system; at least the one that runs this. */
export function installedNodes(): readonly InstalledNode[] {
  const found = [20, 22, 24, 26].flatMap((major) => {
    const path = resolveNode(`node${major}/bin/node`);
    return path === undefined ? [] : [{ major, path }];
  });
  const own = { major: Number(process.versions.node.split('.')[0]), path: process.execPath };
  return found.some(({ major }) => major === own.major) ? found : [...found, own];
}

/** The Node on which everything is measured that isn't measured on all of them. */
export function mainNode(nodes = installedNodes()): InstalledNode {
  const node = nodes.find(({ major }) => major === 24) ?? nodes.at(-1);
  if (!node || !existsSync(node.path)) throw new Error('There is no Node to measure on.');
  return node;
}

function resolveNode(name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    // An optional package for Linux on x64.
    return undefined;
  }
}
