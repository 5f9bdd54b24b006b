import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parts } from './parts.ts';

const root = join(import.meta.dirname, '../..');
const place = /<!-- from the code: ([\w-]+) -->[^]*?<!-- \/from the code -->/g;

/** Regenerates every part of a page that comes from the code, and formats the page. */
export function fillPage(path: string, text: string): string {
  const filled = text.replaceAll(place, (_, name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`${path}: no part is named ${name}`);
    return `<!-- from the code: ${name} -->\n\n${part()}\n\n<!-- /from the code -->`;
  });
  return execFileSync(join(root, 'node_modules/.bin/oxfmt'), ['--stdin-filepath', path], {
    cwd: root,
    input: filled,
    encoding: 'utf8',
  });
}

/** The names of the generated parts in a page. */
export function placesOf(text: string): readonly string[] {
  return [...text.matchAll(place)].map(([, name = '']) => name);
}
