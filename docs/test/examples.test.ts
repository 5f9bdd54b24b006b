import { expect, test } from 'vitest';
import { blocksOf } from './support/blocks.ts';
import { listFiles, readText } from './support/root.ts';
import { promisedBy, runModule, runShell } from './support/run-example.ts';

// `js` runs and prints its `// →` lines. `sh` runs, all blocks of a page in one project, and prints the lines of a
// `text` block right after it. The others don't run: input at a prompt or on the network (`console`), output (`text`),
// and data.
const languages = ['js', 'sh', 'console', 'text', 'json', 'yaml', 'markdown', 'mermaid', 'ts'];
const pages = listFiles(
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/guide/*.md',
  'docs/reference/*.md',
).map((path) => ({
  path,
  blocks: blocksOf(readText(path)),
}));
const modules = pages.flatMap(({ path, blocks }) =>
  blocks
    .filter(({ language }) => language === 'js')
    .map(({ code, line }) => ({ name: `${path}:${line}`, code })),
);
const shells = pages.filter(({ blocks }) => blocks.some(({ language }) => language === 'sh'));

test('the guides have examples of both kinds', () => {
  expect(modules.length).toBeGreaterThanOrEqual(5);
  expect(shells.length).toBeGreaterThanOrEqual(1);
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

test.each(modules)('the example at $name prints the promised output', ({ code }) => {
  expect(promisedBy(code).length).toBeGreaterThan(0);
  expect(runModule(code)).toEqual(promisedBy(code));
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
