import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';

const hooks = join(dirname(fileURLToPath(import.meta.resolve('@loopwright/hooks'))), 'bundle');

// The command is one file that needs nothing but Node, and a starter. A verb evaluates its own modules alone.
export default defineConfig({
  entry: { loop: 'src/loop.ts', command: 'src/command.ts' },
  format: 'cjs',
  target: 'node20',
  platform: 'node',
  splitting: false,
  minify: true,
  // Node reads a file of ASCII alone faster.
  esbuildOptions: (options) => {
    options.charset = 'ascii';
  },
  clean: true,
  // The fleet brings PostgreSQL along, so it is a package of its own, and stays beside the command.
  external: ['@loopwright/fleet', './command.cjs'],
  noExternal: [/^(?!@loopwright\/fleet$|\.\/command\.cjs$)/],
  // `loop doctor --try` runs the very files that the plugin runs.
  onSuccess: async () => cp(hooks, 'dist/hooks', { recursive: true }),
});
