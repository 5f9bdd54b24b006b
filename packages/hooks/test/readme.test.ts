import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_EVENTS } from '../src/answer.ts';
import { dialects } from '../src/dialects/dialects.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code ?? '');

test('the README has an example', () => {
  expect(examples).toHaveLength(1);
});

test.each(examples)('the example of the README prints its stated output', (code) => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    encoding: 'utf8',
  });
  const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
  expect(output.trimEnd().split('\n')).toEqual(promised);
});

test.each([...HOOK_EVENTS, ...Object.keys(dialects).map((name) => `\`${name}\``)])(
  'the README says what %s does',
  (name) => {
    expect(readme).toMatch(new RegExp(`^\\| ${name} +\\|`, 'm'));
  },
);
