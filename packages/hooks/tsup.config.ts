import { defineConfig } from 'tsup';

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
      hook: 'src/edge/hook.ts',
      loop: 'src/edge/loop-hook.ts',
      markdown: 'src/edge/markdown.ts',
      transcript: 'src/edge/transcript.ts',
    },
    outDir: 'dist/bundle',
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    target: 'node20',
    minify: true,
    splitting: false,
    noExternal: [/^[^.]/],
    external: ['./loop.cjs', './markdown.cjs', './transcript.cjs'],
  },
]);
