/** What Claude does next in the story. */
export type StoryStep =
  | { readonly kind: 'loop'; readonly words: string }
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'say'; readonly text: string };

const complete = '<loop-complete>\nAll success criteria satisfied:\n- tests pass: ✓\n</loop-complete>';

/** The story: Claude begins, claims too early, is sent back, mends, verifies, edits once more, verifies again. */
export const steps: readonly StoryStep[] = [
  {
    kind: 'loop',
    words: 'start --force --check "tests pass=node test.js" --steps "read the test; mend sum.js"',
  },
  { kind: 'loop', words: 'step done "read the test"' },
  { kind: 'say', text: 'The test wants 1 + 2 to be 3. I will mend sum.js next.' },
  { kind: 'say', text: `That was easy, all done!\n\n${complete}` },
  { kind: 'loop', words: 'verify' },
  { kind: 'shell', command: "printf 'module.exports = (a, b) => a + b;\\n' > sum.js" },
  { kind: 'loop', words: 'verify' },
  { kind: 'loop', words: 'step done "mend sum.js"' },
  { kind: 'shell', command: "printf '// Adds two numbers.\\nmodule.exports = (a, b) => a + b;\\n' > sum.js" },
  { kind: 'say', text: `Mended, and a comment for good measure.\n\n${complete}` },
  { kind: 'loop', words: 'verify' },
  { kind: 'say', text: `Verified again after the last edit.\n\n${complete}` },
];
