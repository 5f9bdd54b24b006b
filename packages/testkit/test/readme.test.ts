import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '');

test('has examples', () => {
  expect(examples).toHaveLength(4);
});

test.each(examples.map((code, index) => [index + 1, code] as const))(
  'example %i runs as it stands against the built package',
  async (_, code) => {
    // Inside the package, so that its own name resolves to the build.
    const folder = await mkdtemp(join(packageFolder, '.example-'));
    onTestFinished(async () => rm(folder, { recursive: true }));
    const file = join(folder, 'example.mjs');
    await writeFile(file, code);

    await promisify(execFile)(process.execPath, [file]);
  },
);
