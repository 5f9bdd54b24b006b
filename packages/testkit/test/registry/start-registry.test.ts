// @module-tag deep
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createSandbox,
  dependencyFolders,
  packFolder,
  type Registry,
  runInSandbox,
  type Sandbox,
  startRegistry,
} from '../../src/index.ts';

async function openRegistry(sandbox: Sandbox, folders: readonly string[] = []): Promise<Registry> {
  const registry = await startRegistry(await Promise.all(folders.map(packFolder)));
  onTestFinished(registry.close);
  await registry.configure(sandbox.home);
  return registry;
}

async function writePackage(
  folder: string,
  manifest: Record<string, unknown>,
  files: Record<string, string>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  return folder;
}

test('a consumer installs a scoped package with its dependency and nothing from anywhere else', async () => {
  const sandbox = await createSandbox({ files: { 'package.json': '{"private":true,"type":"module"}' } });
  onTestFinished(sandbox.remove);
  const longName = `${'long-'.repeat(25)}name.js`;
  const lib = await writePackage(
    sandbox.project.at('src-lib'),
    {
      name: '@toy/lib',
      version: '1.2.3',
      type: 'module',
      exports: './index.js',
      dependencies: { 'toy-dep': '^2.0.0' },
    },
    {
      'index.js': `export { value } from 'toy-dep';\nexport * from './${longName}';\n`,
      [longName]: 'export const far = 1;\n',
    },
  );
  const dep = await writePackage(
    sandbox.project.at('src-dep'),
    { name: 'toy-dep', version: '2.1.0', type: 'module', exports: './index.js' },
    { 'index.js': 'export const value = 42;\n' },
  );
  const registry = await openRegistry(sandbox, [lib, dep]);

  const install = await runInSandbox({
    sandbox,
    services: [registry],
    command: ['npm', 'install', '@toy/lib'],
  });
  const use = await runInSandbox({
    sandbox,
    command: [
      'node',
      '--input-type=module',
      '-e',
      `import { far, value } from '@toy/lib'; console.log(value + far)`,
    ],
  });

  expect(install).toMatchObject({ exitCode: 0 });
  expect(use.stdout).toBe('43\n');
  expect(registry.calls).toEqual(expect.arrayContaining(['GET /@toy/lib', 'GET /toy-dep']));
});

test('an unpublished package is not found', async () => {
  const sandbox = await createSandbox();
  onTestFinished(sandbox.remove);
  const registry = await openRegistry(sandbox);

  const install = await runInSandbox({
    sandbox,
    services: [registry],
    command: ['npm', 'install', 'left-pad'],
  });

  expect(install.exitCode).toBe(1);
  expect(install.stderr).toContain('E404');
});

test('knows every installed package that another one needs at run time', async () => {
  const vitest = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
  const folders = await dependencyFolders(vitest);
  const names = await Promise.all(
    folders.map(
      async (folder) =>
        (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { name: string }).name,
    ),
  );
  expect(names).toEqual(expect.arrayContaining(['vitest', '@vitest/mocker', '@jridgewell/resolve-uri']));
  expect(new Set(folders).size).toBe(folders.length);
});
