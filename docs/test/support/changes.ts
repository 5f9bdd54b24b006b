import { readText } from './root.ts';

/** The guide's list of changes: the files to touch, and the tests that fail if one is forgotten. */
export const changes = [
  ...readText('docs/guide/contributor.md').matchAll(/^- \*\*(.+?)\*\*: (.+)\. Forgotten: (.+)$/gm),
].map(([, change = '', files = '', tests = '']) => ({
  change,
  files: pathsIn(files),
  tests: pathsIn(tests),
}));

function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:packages|apps|docs|\.changeset)\/[^`\s]+)`/g)].map(([, path = '']) => path);
}
