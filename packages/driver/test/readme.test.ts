import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as driver from '../src/index.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code ?? '');

test('the README has an example', () => {
  expect(examples).toHaveLength(1);
});

test.each(examples)('the example of the README prints the promised lines', (code) => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    encoding: 'utf8',
  });
  const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
  expect(output.trimEnd().split('\n')).toEqual(promised);
});

test.each(Object.keys(driver))('the README describes %s', (name) => {
  expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\\b`, 'm'));
});
