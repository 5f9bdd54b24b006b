import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, code, output]) => [code, output],
);

test('every example in the README has its output', () => {
  expect(examples).toHaveLength(readme.split('```js').length - 1);
  expect(examples.length).toBeGreaterThan(0);
});

test.each(examples)('an example runs as built and prints its output: %#', (code = '', output = '') => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-'], {
    cwd: folder,
    input: code,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  expect(printed).toBe(output);
});
