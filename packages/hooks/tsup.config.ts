import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** What the bundle has in place of packages that do more than a hook needs; a test holds each against the original. */
const lean: Readonly<Record<string, string>> = {
  'write-file-atomic': 'write-file-atomic.ts',
  'decode-named-character-reference': 'named-references.ts',
  unified: 'unified.ts',
  // The built packages name it without its scheme.
  '(node:)?path': 'path.ts',
};

const leanPackages: Plugin = {
  name: 'lean-packages',
  setup(build) {
    for (const [name, file] of Object.entries(lean)) {
      const path = join(import.meta.dirname, 'src/bundle/lean', file);
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer }) =>
        // What stands in for a package may use it.
        importer === path ? undefined : { path, sideEffects: false },
      );
    }
  },
};

export default defineConfig([
  {
    entry: ['src/index.ts'],
    format: 'esm',
    target: 'es2023',
    dts: true,
    clean: true,
  },
  // What the client runs: CommonJS without a dependency, in parts, so that only what an event needs is loaded.
  {
    entry: {
      hook: 'src/bundle/hook.ts',
      loop: 'src/bundle/loop-hook.ts',
      markdown: 'src/bundle/markdown.ts',
    },
    outDir: 'dist/bundle',
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    target: 'node20',
    minify: true,
    splitting: false,
    noExternal: [/^[^.]/],
    external: ['./loop.cjs', './markdown.cjs'],
    esbuildPlugins: [leanPackages],
  },
]);
