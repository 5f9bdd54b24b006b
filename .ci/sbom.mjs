// Writes sbom/<package>-<version>.cdx.json, a CycloneDX list of the contents, for every published package.
// pnpm lists a package's dependencies. The command and the plugin have none: their bundles contain them, so their
// lists include those of the bundled packages.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const target = join(root, 'sbom');
const manifests = ['packages', 'apps']
  .flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name, 'package.json')),
  )
  .map((path) => JSON.parse(readFileSync(path, 'utf8')));
const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]));

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
// Run by pnpm, that one is at hand; otherwise it is the one that the workspace names.
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isRunByPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/');
const [program, ...before] = isRunByPnpm ? ['pnpm'] : ['npx', '--yes', packageManager];
execFileSync(
  program,
  [
    ...before,
    'sbom',
    '--sbom-format=cyclonedx',
    '--prod',
    '--no-optional',
    '--split',
    '--out=sbom/%s-%v.cdx.json',
  ],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
);

const written = new Map();
for (const file of readdirSync(target)) {
  const sbom = JSON.parse(readFileSync(join(target, file), 'utf8'));
  const name = packageName(sbom.metadata.component);
  if (byName.has(name) && !byName.get(name).private) written.set(name, { file, sbom });
  else rmSync(join(target, file));
}
for (const [name, { file, sbom }] of written) {
  const bundled = bundledBy(byName.get(name));
  writeFileSync(join(target, file), `${JSON.stringify(withBundled(sbom, bundled), null, 2)}\n`);
  console.log(`sbom/${file}`);
}

/** The sources of a package's bundles: its workspace packages, and theirs. */
function bundledBy({ dependencies = {}, devDependencies = {} }) {
  if (Object.keys(dependencies).length > 0) return [];
  const direct = Object.keys(devDependencies).filter((name) => byName.has(name) && !byName.get(name).private);
  return [
    ...new Set(
      direct.flatMap((name) => [name, ...workspaceDependencies(name), ...bundledBy(byName.get(name))]),
    ),
  ];
}

function workspaceDependencies(name) {
  return Object.keys(byName.get(name).dependencies ?? {}).filter((one) => byName.has(one));
}

function withBundled(sbom, names) {
  const others = names.map((name) => written.get(name).sbom);
  return {
    ...sbom,
    components: unique([
      ...(sbom.components ?? []),
      ...others.flatMap(({ metadata, components = [] }) => [metadata.component, ...components]),
    ]).filter((component) => component['bom-ref'] !== sbom.metadata.component['bom-ref']),
    dependencies: unique(
      [
        {
          ref: sbom.metadata.component['bom-ref'],
          dependsOn: others.map(({ metadata }) => metadata.component['bom-ref']),
        },
        ...(sbom.dependencies ?? []),
        ...others.flatMap(({ dependencies = [] }) => dependencies),
      ],
      'ref',
    ),
  };
}

function unique(entries, key = 'bom-ref') {
  return [...new Map(entries.map((entry) => [entry[key], entry])).values()];
}

function packageName({ group, name }) {
  return group ? `${group}/${name}` : name;
}
