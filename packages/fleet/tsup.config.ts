import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/command.ts', 'src/loop-fleet.ts'],
  format: 'esm',
  target: 'es2023',
  dts: { entry: 'src/index.ts' },
  clean: true,
  // The command of the fleet brings its own copy of what it shares with `loop`.
  noExternal: [/^loopwright\/src\//],
});
