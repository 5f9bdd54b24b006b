import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code ?? '');

describe('the examples of the README', () => {
  it('are there', () => {
    expect(examples).toHaveLength(3);
  });

  it.each(
    examples.map(
      (code) => [code.split('\n').find((line) => line.includes('@loopwright')) ?? '', code] as const,
    ),
  )('print what they say: %s', (_, code) => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      encoding: 'utf8',
    });
    const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
    expect(output.trimEnd().split('\n')).toEqual(promised);
  });
});

describe('the fault table of the README', () => {
  it('has been written by the harness, and shows no failure', () => {
    const table = readme.slice(readme.indexOf('<!-- faults -->'), readme.indexOf('<!-- /faults -->'));
    const rows = table.split('\n').filter((line) => /^\| [A-Z]\d/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toMatch(/\| (0|skipped: .+?) *\|$/);
  });
});
