import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './support/root.ts';

/** A workspace with one property. Every program that npm runs there fails. */
const workspace = mkdtempSync(join(tmpdir(), 'properties-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));
mkdirSync(join(workspace, 'packages/a/test'), { recursive: true });
cpSync(join(root, '.ci/properties.mjs'), join(workspace, '.ci/properties.mjs'));
writeFileSync(join(workspace, 'packages/a/test/one.test.ts'), "import fc from 'fast-check';\n");
writeFileSync(join(workspace, 'packages/a/test/two.test.ts'), "import { test } from 'vitest';\n");
writeFileSync(join(workspace, 'npm'), '#!/bin/sh\necho "drawn with $SEED"\nexit 1\n', { mode: 0o755 });
execFileSync('git', ['init', '--quiet'], { cwd: workspace });

function properties(...args: readonly string[]): ReturnType<typeof spawnSync> {
  const env = { ...process.env, PATH: [workspace, process.env['PATH']].join(delimiter) };
  return spawnSync(process.execPath, [join(workspace, '.ci/properties.mjs'), ...args], {
    env,
    encoding: 'utf8',
  });
}

test('each round of properties has a seed of its own, and a red one names the command that repeats it', () => {
  const { status, stdout } = properties('2');
  const seeds = [...String(stdout).matchAll(/^round \d of 2: SEED=(\d+)$/gm)].map(([, seed]) => seed);
  expect(new Set(seeds).size).toBe(2);
  for (const seed of seeds) {
    expect(stdout).toContain(`drawn with ${seed}\n`);
    expect(stdout).toContain(
      `\n  SEED=${seed} npm run pnpm -- --filter ./packages/a exec vitest run test/one.test.ts\n`,
    );
  }
  expect(stdout).toMatch(/\n0 green, 2 red\n$/);
  expect(status).toBe(1);
});

test.each(['0', '101', 'many'])('properties refuses %s rounds', (count) => {
  expect(properties(count)).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: ') });
});
