// Packs every package that is published and looks at what strangers would get: publint for the manifest,
// are-the-types-wrong for the types as each kind of importer resolves them, and what npm shows and installs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const target = mkdtempSync(join(tmpdir(), 'loopwright-packed-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** It changes its tables within minor versions, so everybody gets the version that was tested. */
const EXACT = new Set(['pg-boss']);

let failures = 0;
try {
  for (const folder of ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name)),
  )) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (manifest.private) continue;
    const { filename } = JSON.parse(run('pnpm', ['pack', '--json', '--pack-destination', target], folder));
    const tarball = filename.startsWith('/') ? filename : join(target, filename);
    check(`manifest ${manifest.name}`, () => checkManifest(tarball, folder.slice(root.length + 1)));
    check(`publint ${manifest.name}`, () => run(join(bin, 'publint'), ['run', tarball, '--strict'], folder));
    if (manifest.exports)
      check(`attw ${manifest.name}`, () =>
        run(join(bin, 'attw'), [tarball, '--profile', 'esm-only'], folder),
      );
  }
} finally {
  rmSync(target, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** Throws if npm can't find the package by its words and its folder, or if it forces one version on who installs it. */
function checkManifest(tarball, folder) {
  const packed = JSON.parse(run('tar', ['-xOf', tarball, 'package/package.json'], root));
  const { keywords = [], homepage, repository, dependencies = {} } = packed;
  const problems = [
    ...['claude code', 'agent loop']
      .filter((word) => !keywords.includes(word))
      .map((word) => `no keyword "${word}"`),
    ...(homepage?.includes(folder) ? [] : ['homepage is not the folder']),
    ...(repository?.directory === folder ? [] : ['repository.directory is not the folder']),
    ...Object.entries(dependencies)
      .filter(([name, range]) => !/^[~^]\d/.test(range) && !EXACT.has(name))
      .map(([name, range]) => `${name} ${range} is no range`),
  ];
  if (problems.length > 0) throw new Error(problems.join('; '));
}

function check(name, work) {
  try {
    work();
    console.log(`ok   ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL ${name}\n${error.stdout ?? ''}${error.stderr ?? error}`);
  }
}
