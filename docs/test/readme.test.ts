import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '@loopwright/core';
import { expect, test } from 'vitest';
import { blocksOf } from './support/blocks.ts';
import { listFiles, readJson, readText, root } from './support/root.ts';

const readme = readText('README.md');

test('the README shows the output of the demo', () => {
  const shown = blocksOf(readme).find(({ code }) => code.startsWith('Claude:   '))?.code ?? '';
  const said = execFileSync(process.execPath, [join(root, 'apps/plugin/demo/run.ts')], {
    encoding: 'utf8',
    // Without a client it takes a second; that the same comes out with one is tested with the plugin.
    env: { ...process.env, LOOPWRIGHT_DEMO: 'by-hand' },
  });
  expect(shown.split('\n').filter(Boolean)).toHaveLength(8);
  for (const line of shown.split('\n')) expect(said).toContain(line);
});

test('the README names every package, and no other', () => {
  const folders = listFiles('packages/*/package.json', 'apps/*/package.json').map((path) =>
    path.replace('/package.json', ''),
  );
  const rows = [...readme.matchAll(/^\| \[`[^`]+`\]\(((?:packages|apps)\/\w+)\)/gm)].map(
    ([, folder]) => folder,
  );
  expect([...rows].sort()).toEqual([...folders].sort());
});

test('the README installs the plugin that the marketplace offers', () => {
  const { name, plugins } = readJson('.claude-plugin/marketplace.json') as {
    readonly name: string;
    readonly plugins: readonly { readonly name: string }[];
  };
  expect(readme).toContain(`/plugin install ${plugins[0]?.name}@${name}\n`);
});

test('the README names the limits and the tokens of the code and of the page of figures', () => {
  const { iterations, budgetUsd } = DEFAULT_LIMITS;
  expect(iterations).toBe(10);
  expect(readme).toContain(`A loop pauses after ten iterations or $${budgetUsd}`);
  const [, idle, continuation] =
    /carries about (\d+) more tokens, and each plain continuation (\d+)\./.exec(readme) ?? [];
  // The paths of a session differ by a few tokens from run to run.
  expect(Math.abs(Number(idle) - figureOf('a session without a loop'))).toBeLessThan(10);
  expect(Number(continuation)).toBe(figureOf('a plain continuation'));
});

/** The bold number of a row of the page of figures. */
function figureOf(what: string): number {
  const row = readText('docs/figures.md')
    .split('\n')
    .find((line) => line.startsWith(`- ${what}: **`));
  return Number(row?.split('**')[1]);
}
