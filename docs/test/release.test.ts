import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readJson, readText, root } from './support/root.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

const published = listFiles('packages/*/package.json', 'apps/*/package.json')
  .map((path) => ({ folder: path.replace('/package.json', ''), ...(readJson(path) as unknown as Manifest) }))
  .filter((manifest) => manifest.private !== true);

test('all published packages share their releases', () => {
  const [together] = readJson('.changeset/config.json')['fixed'] as readonly (readonly string[])[];
  expect([...(together ?? [])].sort()).toEqual(published.map(({ name }) => name).sort());
  expect(new Set(published.map(({ version }) => version)).size).toBe(1);
});

test.each(published)('$name has its version in its change log', ({ folder, version }) => {
  expect(readText(`${folder}/CHANGELOG.md`)).toContain(`\n## ${version}\n`);
});

test('the marketplace offers the version of the plugin', () => {
  const [entry] = readJson('.claude-plugin/marketplace.json')['plugins'] as readonly {
    readonly source: Manifest & { readonly package: string };
  }[];
  const plugin = published.find(({ name }) => name === '@loopwright/plugin');
  expect(entry?.source).toMatchObject({ package: plugin?.name, version: plugin?.version });
});

test('a loop runs from its start to its proved end as built, as CI looks at it everywhere', () => {
  const printed = execFileSync(process.execPath, [join(root, '.ci/smoke.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(printed.trimEnd().split('\n')).toHaveLength(5);
  expect(printed).not.toContain('FAIL');
});

test('every published package gets a bill of materials that names what its bundles carry', () => {
  execFileSync(process.execPath, [join(root, '.ci/sbom.mjs')], { cwd: root, stdio: 'ignore' });
  for (const { name, version } of published) {
    const path = join(root, `sbom/${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`);
    expect(existsSync(path), path).toBe(true);
  }
  const { components } = JSON.parse(
    readFileSync(join(root, `sbom/loopwright-plugin-${published[0]?.version}.cdx.json`), 'utf8'),
  ) as { readonly components: readonly { readonly name: string }[] };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['zod', 'remark-parse']));
});
