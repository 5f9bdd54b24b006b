import { createRequire } from 'node:module';

/** A Node version that our packages support, as installed. */
export interface InstalledNode {
  readonly major: number;
  readonly path: string;
}

/** The Node of the workspace, and the other supported ones if `npm run test:deep` has installed them on this system. */
export const installedNodes: readonly InstalledNode[] = [20, 22, 24, 26].flatMap((major) => {
  const path = findNode(major);
  return path === undefined ? [] : [{ major, path }];
});

function findNode(major: number): string | undefined {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  try {
    return createRequire(new URL('../../../.ci/deep/package.json', import.meta.url)).resolve(
      `node${major}/bin/node`,
    );
  } catch {
    // Optional packages for Linux on x64.
    return undefined;
  }
}
