import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The Node versions that our packages support, as installed; `path` is missing if this system has none. */
export const nodes: readonly { readonly major: number; readonly path: string | undefined }[] = [
  20, 22, 24, 26,
].map((major) => ({ major, path: findNode(major) }));

/** Why a test of a Node is left out. */
export const NO_NODE = 'there is no such Node for this system';

function findNode(major: number): string | undefined {
  try {
    return require.resolve(`node${major}/bin/node`);
  } catch {
    // An optional package for Linux on x64.
    return undefined;
  }
}
