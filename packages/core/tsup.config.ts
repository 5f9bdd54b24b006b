import { defineConfig } from 'tsup';

// Everything that the schemas share with the rest is an entry. The schemas then have a chunk of their own, and a
// bundler drops it, and zod with it, for a program that never parses foreign data, such as a hook.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    contract: 'src/contract/index.ts',
    flags: 'src/flags/index.ts',
    schemas: 'src/schemas.ts',
    vocabulary: 'src/model/vocabulary.ts',
    limits: 'src/model/limits.ts',
    defaults: 'src/model/defaults.ts',
    'upgrade-ending': 'src/text/upgrade-ending.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: {
    entry: {
      index: 'src/index.ts',
      contract: 'src/contract/index.ts',
      flags: 'src/flags/index.ts',
      schemas: 'src/schemas.ts',
    },
  },
  splitting: true,
  clean: true,
});
