import { describe, expect, test } from 'vitest';
import { signsIn } from '../../src/index.ts';

const message = (text: string): readonly string[] => signsIn({ message: text, summary: '' });

describe('a bare end has no sign', () => {
  test.each([
    '[LOOP] Ended | verified | every proof holds',
    '[LOOP] Ended | verified | seen by the hook: tests, lint',
    '[LOOP] Ended | verified | seen by the driver: tests\nIterations: 1, cost: $0.01',
    '[LOOP] Ended | verified | seen by the hook: tests\n[LOOP] Proof | tests: red → green',
    'Since the start: 1 file changed, 0 deleted, 2 new.\nNo guarded file changed.',
    '',
  ])('%s', (text) => {
    expect(message(text)).toEqual([]);
  });
});

describe('a sign says that more happened', () => {
  test.each([
    ["[LOOP] Ended | verified | in Claude's own shell: tests", 'no witness of our own'],
    ['[LOOP] Ended | verified | the hook did not run tests: it took 20 min', 'no witness of our own'],
    ['[LOOP] Ended | claimed | amended: removed tests', 'amended'],
    ['Claude tried to change "tests". It stays as it was agreed.', 'amended'],
    ['[LOOP] Proof | tests: passes; never seen failing', 'never seen red'],
    ['[LOOP] Proof | tests: flaky, it passed after failing on the same files', 'flaky'],
    ['[LOOP] Proof | tests: other PATH than at first', 'environment'],
    ['[LOOP] Changed since the start | test/sum.test.js and 2 more', 'changed: test/sum.test.js'],
    ['[LOOP] Changed since the start | no file', 'changed: no file'],
    ['Guarded files changed: test/sum.test.js.', 'guarded files'],
    ['Could not be looked at: the files at the start.', 'not looked at'],
    ['The record was changed by hand', 'changed by hand'],
    ['An earlier run of this session ended unproved', 'replaced'],
  ])('%s', (text, sign) => {
    expect(message(text)).toEqual([sign]);
  });
});

test('finds signs in the summary, but not in the words of the spec', () => {
  const summary = '## Spec\n\n> Amend the flaky tests by hand.\n\n## Contract\n\n- amended: removed tests\n';
  expect(signsIn({ message: '', summary })).toEqual(['amended']);
});
