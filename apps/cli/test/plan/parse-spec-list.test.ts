import { expect, test } from 'vitest';
import { jobName, parseSpecFile, parseSpecList } from '../../src/plan/parse-spec-list.ts';

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

test.each([
  ['-  [ ]  Two blanks each', { name: 'two-blanks-each', text: 'Two blanks each' }],
  ['12) A long list', { name: 'a-long-list', text: 'A long list' }],
  ['+ [X] Ticked', { name: 'ticked', text: 'Ticked' }],
  ['- See [the plan](plan.md)', { name: 'see-the-plan-plan-md', text: 'See [the plan](plan.md)' }],
  ['- [Plan](<my plan.md>) later', { name: 'my-plan', file: 'my plan.md' }],
  ['- [Plan](100%.md)', { name: '100', file: '100%.md' }],
  ['- Trim ends,;  ', { name: 'trim-ends', text: 'Trim ends' }],
])('reads the item %s', (line, expected) => {
  const [item] = parseSpecList(line);
  expect(item).toEqual({ ...expected, needs: [] });
});

test.each([
  ['- B (needs:a)', ['a']],
  ['- B needs: [a, b]', ['a', 'b']],
  ['- B  (Needs:  a ,b )  ', ['a', 'b']],
  ['- B (needs: \'the login\', "b")', ['the-login', 'b']],
  ["- B (needs: don't)", ['don-t']],
])('reads the needs of %s', (line, needs) => {
  expect(parseSpecList(line)).toEqual([{ name: 'b', text: 'B', needs }]);
});

test('reads the needs of a file however its lines end and its list is written', () => {
  const read = (head: string) => parseSpecFile(`---\n${head}\n---\nDo it.\n`).needs;
  expect(read('needs:a')).toEqual(['a']);
  expect(read('needs:  [ a , b ]  ')).toEqual(['a', 'b']);
  expect(read("title: x\nneeds: 'a'")).toEqual(['a']);
  expect(read('my-needs: a')).toEqual([]);
  expect(read('needs: a] b')).toEqual([]);
  expect(parseSpecFile('---  \r\nneeds: a\r\n---  \r\nDo\r\nit.\r\n')).toEqual({
    text: 'Do\nit.\n',
    needs: ['a'],
  });
  expect(parseSpecFile('---\nneeds: a\n---')).toEqual({ text: '', needs: ['a'] });
  const later = 'Do it.\n---\nneeds: a\n---\n';
  expect(parseSpecFile(later)).toEqual({ text: later, needs: [] });
});

test('a name has no folder, no ending, at most forty characters and no dash at its ends', () => {
  expect(jobName('a/b/c.MARKDOWN')).toBe('c');
  expect(jobName('notes.md.bak')).toBe('notes-md-bak');
  expect(jobName('-- Make it -- work --')).toBe('make-it-work');
  expect(jobName(`${'x'.repeat(39)} yz`)).toBe('x'.repeat(39));
});
