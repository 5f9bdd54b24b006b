import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { VIEW_NAMES } from '@loopwright/store';
import { expect, test } from 'vitest';
import { fillPage, placesOf } from '../reference/fill.ts';
import { parts } from '../reference/parts.ts';
import { listFiles, readText, root } from './support/root.ts';

const pages = readdirSync(join(root, 'docs/reference'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/reference/${name}`);

test.each(pages)('%s agrees with the code; `pnpm --filter @loopwright/docs reference` fixes it', (path) => {
  const text = readText(path);
  expect(text).toBe(fillPage(path, text));
});

test('every generated part is on a page', () => {
  const places = pages.flatMap((path) => placesOf(readText(path)));
  expect(new Set(places)).toEqual(new Set(Object.keys(parts)));
});

test('every view is among the files on disk', () => {
  const files = readText('docs/reference/files.md');
  for (const name of VIEW_NAMES) expect(files).toContain(`\`${name}\``);
});

test('every environment variable that the code reads is documented', () => {
  const page = readText('docs/reference/environment.md');
  const sources = listFiles('packages/*/src/**/*.ts', 'apps/cli/src/**/*.ts').filter(
    (path) => !/^packages\/(bench|testkit)\//.test(path),
  );
  const read = sources.flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(
        /(?:\benv(?:\.|\[')|'(?=(?:LOOP|CLAUDE)_))([A-Z][A-Z_]*[A-Z])\b/g,
      ),
    ].map(([, name = '']) => name),
  );
  expect(read.length).toBeGreaterThan(10);
  // What another loop tool ends with; no variable.
  const words = new Set(['LOOP_COMPLETE']);
  expect([...new Set(read)].filter((name) => !words.has(name) && !page.includes(`\`${name}`))).toEqual([]);
});
