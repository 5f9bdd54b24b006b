import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocks, pages } from './support/modules.ts';
import { root } from './support/root.ts';
import { runExample, runShell } from './support/run-example.ts';
import { typeProblems } from './support/type-problems.ts';

// `ts` is type-checked, runs, and prints its `// →` lines or the `text` block right after it. `sh` runs, all blocks of
// a page in one project, and prints the lines of a `text` block right after it. The others don't run: input at a
// prompt or on the network (`console`), output (`text`), and data.
const languages = ['ts', 'sh', 'console', 'text', 'json', 'yaml', 'markdown', 'mermaid'];
// The published packages' examples run packed (packed.test.ts). The testkit is private: from the workspace.
const modules = blocks.filter(({ packages }) => packages.includes('@loopwright/testkit'));
const folder = join(root, 'packages/testkit');
// Tests of their own run the commands of the packages' READMEs, and those that change the machine (fleet-setup.test.ts).
const shells = pages.filter(
  ({ path, blocks }) =>
    !/^(packages|apps|docs\/[\w.-]+$)/.test(path) && blocks.some(({ language }) => language === 'sh'),
);

test('every example of the testkit type-checks as it stands, in strict mode', () => {
  const sources = modules.map(({ name, code }) => ({
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

test.each(modules)('the example at $name runs and prints its output', ({ code, promised }) => {
  expect(runExample(code, folder)).toEqual(promised);
});

test.each(shells)('the commands of $path run as they stand, one after the other', ({ blocks }) => {
  const commands = blocks.filter(({ language, code }) => language === 'sh' && !/^sudo /m.test(code));
  const printed = runShell(commands.map(({ code }) => code));
  const shown = blocks.filter(
    ({ language }, index) => language === 'text' && blocks[index - 1]?.language === 'sh',
  );
  for (const { code } of shown) {
    for (const line of code.split('\n').filter((one) => one.trim() !== '…')) expect(printed).toContain(line);
  }
});
