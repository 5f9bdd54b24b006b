import { expect, test } from 'vitest';
import { jobName, parseSpecFile, parseSpecList } from '../../src/batch/parse-spec-list.ts';

test('reads links and texts of a list, with their needs', () => {
  const list = [
    '# Backlog',
    '- [Log in](specs/Log%20in.md)',
    '* [ ] [Log out](specs/logout.md) (needs: log-in, "export")',
    '2. Export all orders as CSV, needs: log-in',
    '  - a sub-item says nothing',
    'Plain text, too.',
  ].join('\n');
  expect(parseSpecList(list)).toEqual([
    { name: 'log-in', file: 'specs/Log in.md', needs: [] },
    { name: 'logout', file: 'specs/logout.md', needs: ['log-in', 'export'] },
    { name: 'export-all-orders-as-csv', text: 'Export all orders as CSV', needs: ['log-in'] },
  ]);
});

test('takes the needs from the front matter of a file, and leaves other front matter alone', () => {
  expect(parseSpecFile('---\nneeds: [a, b.md]\n---\nDo it.\n')).toEqual({
    text: 'Do it.\n',
    needs: ['a', 'b'],
  });
  const other = '---\ntitle: x\n---\nDo it.\n';
  expect(parseSpecFile(other)).toEqual({ text: other, needs: [] });
  expect(parseSpecFile('needs: a\n')).toEqual({ text: 'needs: a\n', needs: [] });
});

test.each([
  ['../../etc/passwd.md', 'passwd'],
  ['Größe & Gewicht', 'gro-e-gewicht'],
  ['...', 'spec'],
  ['--force', 'force'],
])('%s is called %s', (text, name) => {
  expect(jobName(text)).toBe(name);
});
