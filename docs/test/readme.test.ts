import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
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
