import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from './support/blocks.ts';
import { listFiles, readText, root } from './support/root.ts';
import { promisedBy, runExample, runShell } from './support/run-example.ts';
import { typeProblems } from './support/type-problems.ts';

// `ts` is type-checked, runs, and prints its `// →` lines or the `text` block right after it. `sh` runs, all blocks of
// a page in one project, and prints the lines of a `text` block right after it. The others don't run: input at a
// prompt or on the network (`console`), output (`text`), and data.
const languages = ['ts', 'sh', 'console', 'text', 'json', 'yaml', 'markdown', 'mermaid'];
const pages = listFiles(
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/guide/*.md',
  'docs/reference/*.md',
  'packages/*/README.md',
  'apps/*/README.md',
).map((path) => ({ path, blocks: blocksOf(readText(path)) }));
const modules = pages.flatMap(({ path, blocks }) =>
  blocks.flatMap(({ language, code, line }, index) => {
    if (language !== 'ts') return [];
    const next = blocks[index + 1];
    const output = next?.language === 'text' && isRightAfter(path, line, next.line) ? `${next.code}\n` : '';
    // A package resolves its own name; from the folder of the documents every package resolves.
    const folder = join(root, path.startsWith('packages/') ? dirname(path) : 'docs');
    return { name: `${path}:${line}`, code, folder, promised: promisedBy(code) || output };
  }),
);
// Tests of their own run the commands of the packages' READMEs.
const shells = pages.filter(
  ({ path, blocks }) => !/^(packages|apps)/.test(path) && blocks.some(({ language }) => language === 'sh'),
);

/** True if nothing but the end of a block stands between two blocks. */
function isRightAfter(path: string, line: number, next: number): boolean {
  const between = readText(path)
    .split('\n')
    .slice(line, next - 1)
    .join('\n');
  return /^(?:(?!```)[^])*```\s*$/.test(between);
}

test('the guides and READMEs have examples of both kinds', () => {
  expect(modules.length).toBeGreaterThanOrEqual(25);
  expect(shells.length).toBeGreaterThanOrEqual(1);
});

test('every example type-checks as it stands, in strict mode', () => {
  const sources = modules.map(({ name, code, folder }) => ({
    path: join(folder, `${name.replaceAll(/[/:]/g, '-')}.ts`),
    code,
  }));
  expect(typeProblems(sources)).toEqual([]);
});

test('every block names its language', () => {
  const odd = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, code }) => language !== '' && !languages.includes(language) && code !== '')
      .map(({ language, line }) => `${path}:${line} ${language}`),
  );
  expect(odd).toEqual([]);
});

test('no block shows a loop command for reading only', () => {
  const unrun = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, code }) => language === 'console' && /^(\$ )?loop /m.test(code))
      .map(({ line }) => `${path}:${line}`),
  );
  expect(unrun).toEqual([]);
});

test('every block of JSON is JSON', () => {
  for (const { blocks } of pages) {
    for (const { language, code } of blocks) if (language === 'json') JSON.parse(code);
  }
});

test.each(modules)('the example at $name runs and prints its output', ({ code, folder, promised }) => {
  expect(runExample(code, folder)).toEqual(promised);
});

test.each(shells)('the commands of $path run as they stand, one after the other', ({ blocks }) => {
  const printed = runShell(blocks.filter(({ language }) => language === 'sh').map(({ code }) => code));
  const shown = blocks.filter(
    ({ language }, index) => language === 'text' && blocks[index - 1]?.language === 'sh',
  );
  for (const { code } of shown) {
    for (const line of code.split('\n').filter((one) => one.trim() !== '…')) expect(printed).toContain(line);
  }
});
