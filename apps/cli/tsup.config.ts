import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';

const hooks = join(dirname(fileURLToPath(import.meta.resolve('@loopwright/hooks'))), 'bundle');

// The command needs nothing but Node: an entry, and two parts. A verb loads one of them.
export default defineConfig({
  entry: { loop: 'src/loop.ts', 'parts/quick': 'src/parts/quick.ts', 'parts/heavy': 'src/parts/heavy.ts' },
  format: 'cjs',
  target: 'node20',
  platform: 'node',
  splitting: false,
  minify: true,
  clean: true,
  // The fleet brings PostgreSQL along, so it is a package of its own, and stays beside the command.
  external: ['@loopwright/fleet', './parts/quick.cjs', './parts/heavy.cjs'],
  noExternal: [/^(?!@loopwright\/fleet$|\.\/parts\/)/],
  // `loop hook` runs the very files that the plugin runs.
  onSuccess: async () => cp(hooks, 'dist/hooks', { recursive: true }),
});
