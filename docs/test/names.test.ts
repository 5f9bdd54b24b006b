import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verbs } from '../../apps/cli/src/verbs.ts';
import { listFiles, readJson, readText, root } from './support/root.ts';

const pages = listFiles('README.md', 'CONTRIBUTING.md', 'docs/guide/*.md', 'docs/reference/*.md').map(
  (path) => ({
    path,
    text: readText(path),
  }),
);
const folders = new Map(
  listFiles('package.json', 'docs/package.json', 'packages/*/package.json', 'apps/*/package.json').map(
    (path) => [readJson(path)['name'] as string, path],
  ),
);

test('every /loop: command that is named is a skill', () => {
  const skills = named(/\/loop:([a-z]+)/g);
  expect(skills.length).toBeGreaterThan(20);
  expect(missing(skills, (skill) => existsSync(join(root, 'apps/plugin/content/skills', skill)))).toEqual([]);
});

test('every verb of loop that is named is one', () => {
  const words = named(/`loop ([a-z]+)/g);
  expect(words.length).toBeGreaterThan(20);
  expect(missing(words, (word) => Object.hasOwn(verbs, word))).toEqual([]);
});

test('every script that is named is in its package', () => {
  const ofPackages = named(/--filter (\S+ run [\w:-]+)/g);
  const ofRoot = named(/`(?:[A-Z]+=\S+ )?(?:npm run|pnpm(?: run)?) ([a-z][\w:-]*)/g);
  expect(ofPackages.length).toBeGreaterThan(5);
  expect(
    missing(ofPackages, (one) => {
      const [name = '', script = ''] = one.split(' run ');
      return script in scriptsOf(folders.get(name) ?? 'package.json');
    }),
  ).toEqual([]);
  expect(missing(ofRoot, (script) => script in scriptsOf('package.json'))).toEqual([]);
});

test('every folder and file of the repository that is named in code is there', () => {
  const paths = named(/`((?:packages|apps|docs|\.ci|\.github)\/[\w./-]*[\w/])`/g);
  expect(paths.length).toBeGreaterThan(30);
  expect(missing(paths, (path) => existsSync(join(root, path)))).toEqual([]);
});

test('every decision is listed', () => {
  const listed = [...readText('docs/README.md').matchAll(/\((adr\/[\w.-]+)\)/g)].map(
    ([, path]) => `docs/${path}`,
  );
  expect(listed).toEqual(listFiles('docs/adr/*.md'));
});

function named(pattern: RegExp): readonly string[] {
  return pages.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

function missing(names: readonly string[], isThere: (name: string) => boolean): readonly string[] {
  return [...new Set(names)].filter((name) => !isThere(name));
}

function scriptsOf(manifest: string): object {
  return readJson(manifest)['scripts'] as object;
}
