import { defineConfig } from 'tsup';

// One file that needs nothing but Node: whoever copies it has the command.
export default defineConfig({
  entry: { loop: 'src/loop.ts' },
  format: 'cjs',
  target: 'node20',
  platform: 'node',
  splitting: false,
  minify: true,
  clean: true,
  noExternal: [/.*/],
});
