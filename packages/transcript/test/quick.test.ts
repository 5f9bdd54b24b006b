import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '..', 'dist');

/** Every module that a built file imports, its own chunks followed. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  const source = readFileSync(file, 'utf8');
  for (const [, name] of source.matchAll(/from\s*"([^"]+)"|import\s*"([^"]+)"/g)) {
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    if (name.startsWith('.')) importsOf(join(dirname(file), name), seen);
  }
  return seen;
}

test('the quick part imports no Markdown parser, as built', () => {
  const foreign = [...importsOf(join(dist, 'quick.js'))].filter((name) => !name.startsWith('.'));
  expect(foreign).toEqual(['micromark-util-html-tag-name']);
  expect([...importsOf(join(dist, 'remark.js'))]).toContain('unified');
});
