import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', 'relay-entry': 'src/process/relay-entry.ts' },
  format: 'esm',
  target: 'es2023',
  dts: { entry: 'src/index.ts' },
  clean: true,
});
