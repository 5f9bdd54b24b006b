import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';

const hooks = join(dirname(fileURLToPath(import.meta.resolve('@loopwright/hooks'))), 'bundle');

// A single file that needs nothing but Node: a copy of it is the whole command.
export default defineConfig({
  entry: { loop: 'src/loop.ts' },
  format: 'cjs',
  target: 'node20',
  platform: 'node',
  splitting: false,
  minify: true,
  clean: true,
  // The fleet brings PostgreSQL along, so it is a package of its own, and stays beside the command.
  external: ['@loopwright/fleet'],
  noExternal: [/^(?!@loopwright\/fleet$)/],
  // publint takes the word stem `import*` of the lexicon for an import; an export marks the file as CommonJS.
  footer: { js: ';module.exports = {};' },
  // `loop hook` runs the very files that the plugin runs.
  onSuccess: async () => cp(hooks, 'dist/hooks', { recursive: true }),
});
