// Assembles the plugin into dist/, or into the given folder: the files in content/, the hook
// bundle, the command. Deterministic: the same sources give the same bytes, with the same modes.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const dist = resolve(process.argv[2] ?? join(here, 'dist'));
const { version, description, keywords, license, homepage, repository, engines } = readJson(
  join(here, 'package.json'),
);

rmSync(dist, { recursive: true, force: true });
cpSync(join(here, 'content'), dist, { recursive: true });
cpSync(join(here, '../../LICENSE'), join(dist, 'LICENSE'));

const hooks = dirname(fileURLToPath(import.meta.resolve('@loopwright/hooks')));
// The whole bundle: a part that is missing makes the hook let go of every stop that needs it.
cpSync(join(hooks, 'bundle'), join(dist, 'hooks'), { recursive: true });

mkdirSync(join(dist, 'bin'), { recursive: true });
const command = join(dirname(fileURLToPath(import.meta.resolve('loopwright/package.json'))), 'dist');
cpSync(join(command, 'loop.cjs'), join(dist, 'bin/loop'));
cpSync(join(command, 'command.cjs'), join(dist, 'bin/command.cjs'));
chmodSync(join(dist, 'bin/loop'), 0o755);

// One version, stated once: the package's own.
const manifest = join(dist, '.claude-plugin/plugin.json');
writeJson(manifest, { ...readJson(manifest), version });
// `commonjs`: otherwise Node loads bin/loop as a module, because its name has no extension.
writeJson(join(dist, 'package.json'), {
  name: '@loopwright/plugin',
  version,
  description,
  keywords,
  license,
  homepage,
  repository,
  type: 'commonjs',
  engines,
});

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
