import { readText } from './root.ts';

/** The rows of the guide's table of changes: the files to touch, and the tests that fail if one is forgotten. */
export const changes = [
  ...readText('docs/guide/contributor.md').matchAll(/^\| \*\*(.+?)\*\* *\|(.+)\|(.+)\|$/gm),
].map(([, change = '', files = '', tests = '']) => ({
  change,
  files: pathsIn(files),
  tests: pathsIn(tests),
}));

function pathsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`((?:packages|apps|docs|\.changeset)\/[^`\s]+)`/g)].map(([, path = '']) => path);
}
