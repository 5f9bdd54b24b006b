import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The values that a property draws in its own process. */
function drawn(SEED?: string): string {
  const script =
    "await import('./vitest-seed.ts'); const fc = await import('fast-check'); console.log(fc.sample(fc.string()))";
  const env = { ...process.env, SEED };
  const cwd = join(root, 'packages/testkit');
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

describe('the seed of properties', () => {
  test('is the same in every process', () => {
    expect(drawn()).toBe(drawn());
    expect(drawn('7')).toBe(drawn('7'));
  });

  test('is the one that SEED names, if it is a whole number', () => {
    expect(drawn('7')).not.toBe(drawn());
    expect(drawn('1')).toBe(drawn());
    expect(() => drawn('x')).toThrow('SEED is a whole number of up to 10 digits, not "x"');
  });

  test.each(
    globSync(['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'docs/vitest.config.ts'], {
      cwd: root,
    }),
  )('is set by %s', (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toMatch(/^export default configureTests\(/m);
  });

  test('reaches the tests that turbo runs, and their cache', () => {
    const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8'));
    for (const level of ['test', 'test:deep']) expect(tasks[level].env).toContain('SEED');
  });
});
