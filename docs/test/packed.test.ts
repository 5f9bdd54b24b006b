// @module-tag deep
import { createRequire } from 'node:module';
import {
  createSandbox,
  installedNodes,
  type Registry,
  runInSandbox,
  type Sandbox,
} from '@loopwright/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraryNames, publishWorkspace } from '../../apps/plugin/test/support/publish.ts';
import { blocks, type Module, programs } from './support/modules.ts';
import { readText } from './support/root.ts';

// What a reader copies has to work as a reader has it: the packed packages in a project of one's own, with a strict
// compiler that reads every declaration file. Built once, it runs on every Node that we promise.

/** As strict as a stranger may have it. */
const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ['node'],
  // The declarations of remark-parse 11 name vfile, but its manifest doesn't.
  paths: { vfile: ['./node_modules/vfile'] },
};

const modules = [...programs, ...blocks]
  // The testkit is private: its examples run from the workspace.
  .filter(({ packages }) => !packages.includes('@loopwright/testkit'))
  .map((module) => ({ ...module, file: module.name.replace(/\.ts$/, '').replaceAll(/[^\w-]/g, '-') }));

/** Runs the modules one after the other in one process; a line of each tells where its output begins. */
const MARK = '\u0001';
const runner = `
for (const name of process.argv.slice(2)) {
  console.log(${JSON.stringify(MARK)} + name);
  try { await import('./' + name + '.js'); } catch (error) { console.log(error); }
}
process.exit();
`;

let registry: Registry;
let sandbox: Sandbox;
beforeAll(async () => {
  registry = await publishWorkspace('packages', 'apps');
  sandbox = await createSandbox({
    files: {
      'package.json': '{ "private": true, "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
      'run.js': runner,
      ...Object.fromEntries(modules.map(({ file, code }) => [`${file}.ts`, `${code}\nexport {};\n`])),
    },
  });
  await registry.configure(sandbox.home);
});
afterAll(async () => {
  await registry.close();
  await sandbox.remove();
});

test('the guide has a program for each use that it names, and there is no other', () => {
  const rows = readText('docs/guide/library.md')
    .split('\n')
    .filter((line) => line.includes('](../../packages/'));
  const linked = rows.map((row) => /\]\(\.\.\/programs\/([\w-]+\.ts)\)/.exec(row)?.[1]);
  expect([...linked].sort()).toEqual(programs.map(({ name }) => name));
});

test('each published library has a program that uses it', async () => {
  const used = new Set(programs.flatMap(({ packages }) => packages));
  expect([...used].sort()).toEqual([...(await libraryNames())].sort());
});

test('each program and each block of TypeScript compiles against the packed packages', async () => {
  // Linked, a library finds only what its own manifest names, as if it were installed alone.
  const names = new Set(modules.flatMap(({ packages }) => packages));
  await run('npm', 'install', '--install-strategy=linked', '@types/node', 'vfile', ...names);
  await run('node', createRequire(import.meta.url).resolve('typescript/bin/tsc'));
});

describe.for(installedNodes)('on Node $major', ({ major, path }) => {
  const printed = new Map<string, string>();
  const here = modules.filter((module) => isPromised(module, major));
  beforeAll(async () => {
    const output = await run(path, 'run.js', ...here.map(({ file }) => file));
    for (const part of output.split(MARK).slice(1)) {
      const end = part.indexOf('\n');
      printed.set(part.slice(0, end), part.slice(end + 1));
    }
  });

  test.for(here)('$name prints what it says', ({ file, promised }) => {
    expect(printed.get(file)).toBe(promised);
  });
});

/** False if a package that the module uses says in its manifest that it needs a newer Node. */
function isPromised({ packages }: Module, major: number): boolean {
  return packages.every((name) => {
    const folder = /^@loopwright\/(.+)$/.exec(name)?.[1];
    if (folder === undefined) return true;
    const { engines } = JSON.parse(readText(`packages/${folder}/package.json`)) as {
      readonly engines: { readonly node: string };
    };
    return major >= Number(/^>=(\d+)/.exec(engines.node)?.[1]);
  });
}

async function run(...command: readonly [string, ...string[]]): Promise<string> {
  const { exitCode, stdout, stderr } = await runInSandbox({ sandbox, services: [registry], command });
  expect(exitCode, stdout + stderr).toBe(0);
  return stdout;
}
