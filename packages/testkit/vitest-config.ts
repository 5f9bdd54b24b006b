import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests with this tag run in `npm run test:deep`, all others in `npm test`. */
export const tags = [{ name: 'deep', description: 'Takes long, or needs what only test:deep installs' }];

/** What the tests of all packages have in common. Limits suit a busy machine; `own` is what differs in a package. */
export function configureTests(own: ViteUserConfig['test'] = {}): ViteUserConfig {
  return defineConfig({
    test: {
      include: ['test/**/*.test.ts'],
      setupFiles: [join(import.meta.dirname, 'vitest-seed.ts')],
      tags,
      // No test changes a global, so files share the modules of their worker.
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      ...own,
    },
  });
}

/** A state folder for all tests of a package, so that no start of theirs is remembered in the developer's own. */
export function testState(): { readonly XDG_STATE_HOME: string } {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-state-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { XDG_STATE_HOME: folder };
}

/** Lets Node cache what it compiles of the programs that a package's tests start a thousand times. */
export function compileCache(folder: string): { readonly NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/compiled') };
}
