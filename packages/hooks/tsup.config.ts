import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Lean stand-ins for packages that do more than a hook needs. A test compares each with its package. */
const lean: Readonly<Record<string, string>> = {
  'decode-named-character-reference': 'named-references.ts',
  unified: 'unified.ts',
  // The built packages name it without its scheme.
  '(node:)?path': 'path.ts',
};

const leanPackages = (): Plugin => ({
  name: 'lean-packages',
  setup(build) {
    for (const [name, file] of Object.entries(lean)) {
      const path = join(import.meta.dirname, 'src/bundle/lean', file);
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer }) =>
        // A stand-in may use its package.
        importer === path ? undefined : { path, sideEffects: false },
      );
    }
  },
});

/** A part of the bundle that the client runs: CommonJS without a dependency. */
const part: Options = {
  outDir: 'dist/bundle',
  format: 'cjs',
  outExtension: () => ({ js: '.cjs' }),
  target: 'node20',
  minify: true,
  splitting: false,
  noExternal: [/^[^.]/],
};

export default defineConfig([
  {
    entry: ['src/index.ts'],
    format: 'esm',
    target: 'es2023',
    dts: true,
    clean: true,
  },
  // The client runs this: CommonJS without dependencies, in parts, so that an event loads only the parts it needs.
  {
    entry: {
      hook: 'src/bundle/hook.ts',
      loop: 'src/bundle/loop-hook.ts',
      message: 'src/bundle/message.ts',
      markdown: 'src/bundle/markdown.ts',
      failures: 'src/bundle/failures.ts',
      adoption: 'src/bundle/adoption.ts',
    },
    ...part,
    external: [
      'loop',
      'message',
      'markdown',
      'failures',
      'prices',
      'adoption',
      'events',
      'endings',
      'work-tree',
      'final-proof',
    ].map((name) => `./${name}.cjs`),
    esbuildPlugins: [leanPackages()],
  },
  // The client's status line: an entry that loads the other part only for a loop.
  {
    ...part,
    entry: { statusline: 'src/bundle/statusline.ts', 'statusline-run': 'src/bundle/statusline-run.ts' },
    external: ['./statusline-run.cjs'],
  },
  // The parts that load on demand: handlers of rare events and the texts of an end. A claim loads the part that starts
  // git for evidence, the part that runs the user's checks, and the part that asks judges.
  {
    ...part,
    entry: {
      events: 'src/bundle/events.ts',
      endings: 'src/bundle/endings.ts',
      'work-tree': 'src/bundle/work-tree.ts',
      'final-proof': 'src/bundle/final-proof.ts',
      judge: 'src/bundle/judge.ts',
      prices: 'src/bundle/prices.ts',
    },
    external: ['./judge.cjs'],
  },
]);
