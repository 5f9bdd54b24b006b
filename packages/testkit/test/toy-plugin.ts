import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../src/index.ts';

/** The folder of the toy plugin. Its Stop hook continues a session as often as TOY_BLOCKS says. */
export const toyPlugin = fileURLToPath(new URL('fixtures/toy-plugin', import.meta.url));

/** What the toy plugin's hooks were told on stdin, in order. */
export async function toyInputs(sandbox: Sandbox): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const file = join(sandbox.home, '.claude', 'plugins', 'data', 'toy-inline', 'inputs.jsonl');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
