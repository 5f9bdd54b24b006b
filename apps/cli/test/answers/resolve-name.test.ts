import { expect, test } from 'vitest';
import { resolveName } from '../../src/answers/resolve-name.ts';

test('a name is found by itself before its number, and by its number before its beginning', () => {
  const names = ['tests', '1', 'Types hold'];
  expect(resolveName(names, '1')).toBe('1');
  expect(resolveName(names, '2')).toBe('1');
  expect(resolveName(names, 'types')).toBe('Types hold');
  expect(() => resolveName(names, 't')).toThrow('There is no criterion "t"');
  expect(() => resolveName(names, 'test s')).toThrow('did you mean "tests"?');
});
