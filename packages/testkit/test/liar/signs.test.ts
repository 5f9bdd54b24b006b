import { describe, expect, test } from 'vitest';
import { signsIn } from '../../src/index.ts';

const message = (text: string): readonly string[] => signsIn({ message: text, summary: '' });

describe('a bare end has no sign', () => {
  test.each([
    '✓ Done: tests (npm test), lint (npm run lint), run by the loop itself · 2 iterations · $0.01',
    'Since the start: 1 file changed, 0 deleted, 2 new.\nNo guarded file changed.',
    '',
  ])('%s', (text) => {
    expect(message(text)).toEqual([]);
  });
});

describe('a sign says that more happened', () => {
  test.each([
    ["✓ Done: tests (npm test), run in Claude's own shell · 1 iteration", 'no witness of our own'],
    ['Doubts: the loop did not run tests: it took 20 min', 'no witness of our own'],
    ['Done, but Claude changed what was agreed: removed tests · 1 iteration', 'amended'],
    ['Done, but nothing was checked · 1 iteration', 'no witness of our own'],
    ['Claude tried to change "tests". It stays as it was agreed.', 'amended'],
    ['Doubts: Claude asked for --iterations 50', 'amended'],
    ['Doubts: tests: passes; never seen failing', 'never seen red'],
    ['Doubts: tests: flaky, it passed after failing on the same files', 'flaky'],
    ['Doubts: tests: other PATH than at first', 'environment'],
    [
      '✓ Done: t, run by the loop itself · $0.01 · changed: test/sum.test.js and 2 more',
      'changed: test/sum.test.js',
    ],
    ['✓ Done: t, run by the loop itself · $0.01 · no file changed', 'changed: no file'],
    ['Guarded files changed: test/sum.test.js.', 'guarded files'],
    ['Could not be looked at: the files at the start.', 'not looked at'],
    ['The record was changed by hand', 'changed by hand'],
    ['An earlier run of this session ended unproved', 'replaced'],
  ])('%s', (text, sign) => {
    expect(message(text)).toEqual([sign]);
  });
});

test('names the files of the list that a long end points to', () => {
  const texts = { message: '✓ Done: t · changed: a.js and 1 more', summary: '- Files: a.js, b.js (new).\n' };
  expect(signsIn(texts)).toEqual(['changed: a.js', 'changed: b.js (new)']);
});

test('finds signs in the summary, but not in the words of the spec', () => {
  const summary = '## Spec\n\n> Amend the flaky tests by hand.\n\n## Contract\n\n- amended: removed tests\n';
  expect(signsIn({ message: '', summary })).toEqual(['amended']);
});
