import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE } from '../support/run-hook.ts';

const HOT = 'const hot = (n) => n % 7; let sum = 0; for (let n = 0; n < 3e6; n += 1) sum += hot(n);';

/** What V8 says about the functions that it optimises. */
function optimised(code: string): string {
  return execFileSync(process.execPath, ['--trace-opt', '-e', code], { encoding: 'utf8' });
}

test('V8 compiles nothing on other threads after the hook has begun to read a work tree', () => {
  expect(optimised(HOT)).toMatch(/compiling method .*hot/);
  const part = JSON.stringify(join(BUNDLE, 'work-tree.cjs'));
  expect(optimised(`require(${part}); ${HOT}`)).not.toMatch(/compiling method .*hot/);
});
