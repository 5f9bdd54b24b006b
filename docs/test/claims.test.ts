import { stopRules } from '@loopwright/core';
import { chooseDialect } from '@loopwright/hooks';
import { dimensions } from '@loopwright/scoring';
import { PEER_MARKERS } from '@loopwright/transcript';
import { expect, test } from 'vitest';
import { listFiles, readJson, readText } from './support/root.ts';

// What the pages claim in numbers and names, read from its source.

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const published = listFiles('packages/*/package.json', 'apps/cli/package.json')
  .map((path) => ({ folder: path.replace('/package.json', ''), ...(readJson(path) as unknown as Manifest) }))
  .filter((manifest) => manifest.private !== true);
const libraries = published.filter(({ exports }) => exports !== undefined);
const guide = readText('docs/guide/library.md');
const pages = listFiles('README.md', 'docs/guide/*.md', 'packages/*/README.md', 'apps/*/README.md');
const WORDS = ['five', 'fourteen', 'nineteen'] as const;
const NUMBERS = { five: 5, fourteen: 14, nineteen: 19 } as const;

test.each(published)('the README of $name names the oldest Node of its manifest', ({ folder, engines }) => {
  expect(readText(`${folder}/README.md`)).toContain(`Node ${engines.node.replace('>=', '')}`);
});

test('the README and the guide name the oldest Node of what they install', () => {
  const [plugin, fleet] = ['apps/plugin', 'packages/fleet'].map((folder) =>
    (readJson(`${folder}/package.json`) as unknown as Manifest).engines.node.replace('>=', ''),
  );
  expect(readText('README.md')).toContain(`\`node\` ${plugin} or newer`);
  expect(guide).toContain(`Node ${plugin} and later; the fleet needs ${fleet}`);
});

test('every list of Nodes is that of CI', () => {
  const [, matrix = ''] = /node: \[([\d, ]+)\]/.exec(readText('.github/workflows/ci.yml')) ?? [];
  const lists = pages.flatMap((path) =>
    [...readText(path).matchAll(/\bNode (\d\d(?:\.\d+)?(?:, \d\d(?:\.\d+)?)+(?: and \d\d)?)/g)].map(
      ([, list = '']) => list.replaceAll(/\.\d+/g, '').replace(' and', ','),
    ),
  );
  expect(lists.length).toBeGreaterThan(5);
  // The fleet leaves out 20.
  expect([...new Set(lists)].sort()).toEqual([matrix, matrix.replace(/^20, /, '')].sort());
});

test('every version of Claude Code is the oldest that works in full, or the pinned one', () => {
  const [, pinned = ''] =
    /^ +'@anthropic-ai\/claude-code': (\S+)$/m.exec(readText('pnpm-workspace.yaml')) ?? [];
  const named = pages.flatMap((path) => [...readText(path).matchAll(/\b2\.1\.\d+\b/g)].map(String));
  const [oldest = '', ...more] = [...new Set(named)].filter((version) => version !== pinned);
  expect(more).toEqual([]);
  const [major, minor, patch] = oldest.split('.').map(Number);
  expect(chooseDialect('auto', `claude-code_${major}-${minor}-${patch}`)).toBe('context');
  expect(chooseDialect('auto', `claude-code_${major}-${minor}-${Number(patch) - 1}`)).toBe('block');
});

test.each([
  ['packages/core/README.md', 'fourteen named rules', stopRules.length],
  ['packages/scoring/README.md', 'five questions', dimensions.length],
  ['docs/guide/plugin.md', 'five questions', dimensions.length],
  ['packages/transcript/README.md', 'nineteen tools', Object.keys(PEER_MARKERS).length],
])('%s: %s', (path, claim, count) => {
  expect(readText(path)).toContain(claim);
  const word = WORDS.find((one) => claim.startsWith(one)) ?? 'five';
  expect(count).toBe(NUMBERS[word]);
});

test('the guide of the libraries lists each of them with what it brings', () => {
  const rows = guide.split('\n').filter((line) => line.includes('](../../packages/'));
  for (const { name, dependencies = {} } of libraries) {
    const row = rows.find((line) => line.includes(`[\`${name}\`]`));
    expect(row, name).toBeDefined();
    const brings = row?.split('|')[3]?.trim() ?? '';
    // Skips cells that name no single package, such as `hooks and its dependencies` or `git`.
    if (/dependencies|parts|git/.test(brings)) continue;
    const named = brings === 'nothing' ? [] : brings.split(', ').map((one) => one.toLowerCase());
    const real = Object.keys(dependencies).map((one) => one.replace(/^@[\w-]+\//, ''));
    expect([...named].sort(), name).toEqual([...real].sort());
  }
});

test('each tool of the comparison has markers, or the README of the reader says that it has none', () => {
  const compared = [
    ...readText('docs/comparison.md').matchAll(/^\| \[([\w-]+)\]\(https:\/\/github\.com\//gm),
  ].map(([, name = '']) => name);
  expect(compared.length).toBeGreaterThan(10);
  const [, without = ''] =
    /Without a marker in the text: (.+)/.exec(readText('packages/transcript/README.md')) ?? [];
  expect(compared.filter((name) => !(name in PEER_MARKERS) && !without.includes(name))).toEqual([]);
});
