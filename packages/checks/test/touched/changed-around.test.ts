import { chmodSync, linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { changedAround } from '../../src/touched/changed-around.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A project, a home and a folder of programs, all made before the start. */
function setUp(): {
  root: string;
  home: string;
  tools: string;
  look: (command?: string) => Looked;
  start: () => void;
} {
  const [root, home, tools] = [tempFolder(), tempFolder(), tempFolder()];
  put(join(root, 'node_modules/same/index.js'), '1');
  put(join(root, 'node_modules/@scope/other/index.js'), '1');
  put(join(home, '.npmrc'), 'a=b');
  put(join(tools, 'npm'), '#!/bin/sh');
  chmodSync(join(tools, 'npm'), 0o755);
  let since = 0;
  return {
    root,
    home,
    tools,
    start: () => {
      since = later();
    },
    look: (command = 'npm test') =>
      changedAround({
        root,
        followed: new Set(['package.json']),
        checks: [{ command }],
        since,
        env: { HOME: home, PATH: tools },
      }),
  };
}

type Looked = ReturnType<typeof changedAround>;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A moment after all files that are there: the clock of a file system may lag behind. */
function later(): number {
  const end = Date.now() + 20;
  while (Date.now() < end);
  return Date.now() - 1;
}

/** Writes until the file system says that it is later. */
function change(path: string, text: string): void {
  later();
  put(path, text);
}

const pathsOf = ({ files }: Looked): string[] => files.map(({ path }) => path);

test('names nothing of what was there before', () => {
  const { start, look } = setUp();
  start();
  expect(look()).toEqual({ files: [], open: [] });
});

test('names a package that changed, also when its time was set back', () => {
  const { root, start, look } = setUp();
  start();
  change(join(root, 'node_modules/same/index.js'), '2');
  utimesSync(join(root, 'node_modules/same/index.js'), 1, 1);
  expect(pathsOf(look())).toEqual(['node_modules/same']);
  change(join(root, 'node_modules/@scope/other/index.js'), '2');
  expect(pathsOf(look())).toEqual(['node_modules/@scope/other', 'node_modules/same']);
});

test('leaves out caches, and a file of a store that only got another link', () => {
  const { root, home, start, look } = setUp();
  start();
  change(join(root, 'node_modules/.cache/x'), '1');
  linkSync(join(root, 'node_modules/same/index.js'), join(home, 'elsewhere'));
  expect(pathsOf(look())).toEqual([]);
});

test('names the settings of the user and the programs that a check starts', () => {
  const { home, tools, start, look } = setUp();
  start();
  change(join(home, '.npmrc'), 'script-shell=/bin/true');
  change(join(tools, 'npm'), '#!/bin/sh\nexit 0');
  expect(pathsOf(look())).toEqual([join(tools, 'npm'), '~/.npmrc']);
  change(join(tools, 'unused'), 'x');
  expect(pathsOf(look())).toHaveLength(2);
});
