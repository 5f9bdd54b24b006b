import { expect, test } from 'vitest';
import { splitList } from '../../src/plan/split-list.ts';

test('a list is parted at semicolons, and empty entries are left out', () => {
  expect(splitList(' tests pass; lint clean ;; ')).toEqual(['tests pass', 'lint clean']);
});

test('a semicolon with a backslash before it belongs to the text', () => {
  expect(splitList('for (\\;\\;) is gone; done')).toEqual(['for (;;) is gone', 'done']);
});

test('other backslashes stay', () => {
  expect(splitList('C:\\temp; \\n')).toEqual(['C:\\temp', '\\n']);
});
