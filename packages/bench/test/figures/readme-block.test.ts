import { expect, test } from 'vitest';
import { replaceBlock } from '../../src/figures/readme-block.ts';

const README = 'before\n\n<!-- bench:start -->\n\nold\n\n<!-- bench:end -->\n\nafter\n';

test('replaces only the text between the marks', () => {
  expect(replaceBlock(README, '| new |\n')).toBe(
    'before\n\n<!-- bench:start -->\n\n| new |\n\n<!-- bench:end -->\n\nafter\n',
  );
});

test('writing the same block again changes nothing', () => {
  const once = replaceBlock(README, 'new');
  expect(replaceBlock(once, 'new')).toBe(once);
});

test('inserts replacement patterns such as $& literally', () => {
  expect(replaceBlock(README, '$& $1 $`')).toContain('\n$& $1 $`\n');
});

test.for([
  ['no mark at all', 'text'],
  ['no beginning', 'text <!-- bench:end -->'],
  ['no end', '<!-- bench:start --> text'],
  ['the end first', '<!-- bench:end --> <!-- bench:start -->'],
  ['a second block', `${README}${README}`],
])('a README with %s is left alone', ([, text]) => {
  expect(() => replaceBlock(text ?? '', 'new')).toThrow(/bench:start/);
});
