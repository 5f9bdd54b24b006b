import { expect, test } from 'vitest';
import { isWeakCheck, weaknessOf } from '../../src/plan/weakness-of.ts';

test.each([
  'true',
  ':',
  '/bin/true',
  'exit 0',
  'echo done',
  'CI=1 true',
  'npm test || true',
  'npm test || :',
  'npm test; exit 0',
  'npm test 2>&1 | tail -20',
  'npm test; echo "all done"',
  'test -f done.txt',
  'test ! -e bug.txt',
  '[ -e dist/a.js ]',
  '[ -f a ] && [ -f b ]',
  '[[ -d dist ]]',
  'ls dist/*.js',
  'stat a > /dev/null',
  'grep -q "a|b; c" src/a.js',
  '! grep -rn TODO src',
  'cat a | grep b',
  'git grep -q TODO',
  ['true'],
  ['test', '-f', 'a'],
  ['grep', 'a && b', 'c'],
])('a check that passes without the work is weak: %s', (command) => {
  expect(isWeakCheck(command)).toBe(true);
});

test.each([
  'npm test',
  'CI=1 npm test',
  'cd packages/a && npm test',
  'test -f dist/a.js && npm test',
  'npm test && echo "all done"',
  'npm test | grep -q passed',
  'set -o pipefail; npm test | tail -20',
  'npx tsc --noEmit; npm test',
  'sh -c "true; npm test"',
  'node -e "process.exit(require(\'./a\') ? 0 : 1)"',
  'test "$(node count.js)" -gt 5',
  './true.sh',
  'git diff --exit-code',
  'exit 1',
  ['npm', 'test'],
  ['sh', '-c', 'npm test'],
])('a check that runs something is not: %s', (command) => {
  expect(isWeakCheck(command)).toBe(false);
});

test.each([
  ['true', 'always passes'],
  ['npm test | tail', 'always passes'],
  ['cd a && test -f b', 'only looks for a file'],
  ['test -f a && grep -q b a', 'only searches a text'],
  ['pytest --collect-only', 'runs no test'],
  ['npx jest --passWithNoTests', 'also passes without any test'],
  ['npm test', undefined],
])('says why it is weak: %s', (command, why) => {
  expect(weaknessOf(command)).toBe(why);
});

test.each([
  ['echo "Error: no test specified" && exit 1', 'runs no test'],
  ['exit 0', 'always passes'],
  ['vitest run --passWithNoTests', 'also passes without any test'],
  ['vitest run', undefined],
])('looks into the script of the project: %s', (script, why) => {
  const textOf = (_kind: string, name: string): string | undefined => (name === 'test' ? script : undefined);
  for (const command of ['npm test', 'yarn test --ci', 'pnpm run test'])
    expect(weaknessOf(command, textOf)).toBe(why);
});
