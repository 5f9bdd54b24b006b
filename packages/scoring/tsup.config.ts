import { defineConfig } from 'tsup';

// The scorer with its word lists is an entry, and so is what it shares with the rest, so that each has a chunk of its
// own. A bundler then drops the word lists for a program that only asks for the shape of a score.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    scorer: 'src/score-plan.ts',
    rubric: 'src/rubric.ts',
    dimensions: 'src/spec-score.ts',
  },
  format: 'esm',
  target: 'es2023',
  dts: { entry: { index: 'src/index.ts' } },
  splitting: true,
  clean: true,
});
