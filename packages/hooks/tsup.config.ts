import { defineConfig, type Options } from 'tsup';

/** A stop writes no view, so that its file holds no writer. The package doesn't say that it may be left out. */
const writerIfUsed: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'writer-if-used',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^write-file-atomic$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'asked') return undefined;
      const found = await resolve(path, { ...from, pluginData: 'asked' });
      return { ...found, sideEffects: false };
    });
  },
};

export default defineConfig([
  {
    // What the command asks a stop's files for, without the reader of messages.
    entry: ['src/index.ts', 'src/facts.ts'],
    format: 'esm',
    target: 'es2023',
    dts: true,
    clean: true,
  },
  // The client runs this: CommonJS without a dependency. `hook.cjs` and `statusline.cjs` leave before they load another
  // file where the session has no loop; a stop loads `loop.cjs`, everything else `rare.cjs`, and a
  // message that may only show a signal `parser.cjs`.
  {
    entry: ['hook', 'loop', 'parser', 'rare', 'statusline'].map((name) => `src/bundle/${name}.ts`),
    outDir: 'dist/bundle',
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    target: 'node20',
    minify: true,
    splitting: false,
    noExternal: [/^[^.]/],
    external: ['./loop.cjs', './parser.cjs', './rare.cjs'],
    esbuildPlugins: [writerIfUsed],
  },
]);
