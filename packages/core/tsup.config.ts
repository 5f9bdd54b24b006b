import { defineConfig } from 'tsup';

// What the schemas share with the rest, and what one program needs without the other, is an entry. Each then has a
// chunk of its own, and a bundler drops it, and zod with it, for a program that parses nothing.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    contract: 'src/contract/index.ts',
    flags: 'src/flags/index.ts',
    questions: 'src/contract/questions.ts',
    schemas: 'src/schemas.ts',
    vocabulary: 'src/model/vocabulary.ts',
    limits: 'src/model/limits.ts',
    defaults: 'src/model/defaults.ts',
    'upgrade-ending': 'src/text/upgrade-ending.ts',
    instant: 'src/views/instant.ts',
    event: 'src/model/event.ts',
    'view-files': 'src/model/view-files.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: {
    entry: {
      index: 'src/index.ts',
      contract: 'src/contract/index.ts',
      flags: 'src/flags/index.ts',
      questions: 'src/contract/questions.ts',
      schemas: 'src/schemas.ts',
    },
  },
  splitting: true,
  clean: true,
});
