import { expect, test } from 'vitest';
import { namedChecks } from '../../src/config/named-checks.ts';

test('reads a command, a program with arguments, and a whole check', () => {
  const checks = namedChecks({
    checks: {
      tests: 'npm test',
      lint: ['npm', 'run', 'lint'],
      api: { command: 'go test ./...', folder: 'api', paths: ['cmd'], timeout: '5m' },
    },
  });
  expect([...checks]).toEqual([
    ['tests', { command: 'npm test' }],
    ['lint', { command: ['npm', 'run', 'lint'] }],
    ['api', { command: 'go test ./...', folder: 'api', paths: ['cmd'] }],
  ]);
});

test('reads a statement with who judges it', () => {
  const docs = { judge: 'the README explains the flag', model: 'sonnet', rounds: 2, paths: ['README.md'] };
  const checks = namedChecks({ checks: { docs, both: { ...docs, command: 'true' }, empty: { judge: ' ' } } });
  expect([...checks]).toEqual([['docs', docs]]);
});

test('leaves out what can not be a check', () => {
  const checks = { a: '', b: ' ', c: 3, d: null, e: [], f: [''], g: [1], h: {}, i: { command: {} }, ok: 'x' };
  expect([...namedChecks({ checks }).keys()]).toEqual(['ok']);
  for (const config of [null, [], 'x', 1, {}, { checks: [] }, { checks: 'npm test' }])
    expect(namedChecks(config).size).toBe(0);
});

test('runs the check of a config above the project in the folder of the config', () => {
  const config = { checks: { all: 'make', one: { command: 'make', folder: 'api' } } };
  const checks = namedChecks(config, '../..');
  expect(checks.get('all')?.folder).toBe('../..');
  expect(checks.get('one')?.folder).toBe('../../api');
});

test('takes no name from the prototype', () => {
  const checks = namedChecks(JSON.parse('{"checks":{"__proto__":{"command":"x"}}}'));
  expect(checks.get('toString')).toBeUndefined();
  expect(({} as { command?: string }).command).toBeUndefined();
});
