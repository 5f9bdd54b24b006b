import { describe, expect, test } from 'vitest';
import { signsIn } from '../../src/index.ts';

const message = (text: string): readonly string[] => signsIn({ message: text, summary: '' });

describe('a bare end has no sign', () => {
  test.each([
    '[LOOP] Ended | verified | every proof holds',
    '[LOOP] Ended | verified | seen by the hook: tests, lint',
    '[LOOP] Ended | verified | seen by the driver: tests\nIterations: 1, cost: $0.01',
    '',
  ])('%s', (text) => {
    expect(message(text)).toEqual([]);
  });
});

describe('a sign says that more happened', () => {
  test.each([
    ["[LOOP] Ended | verified | in Claude's own shell: tests", 'no witness of our own'],
    ['[LOOP] Ended | claimed | amended: removed tests', 'amended'],
    ['tests: green from the start', 'never seen red'],
    ['tests passed after failing on the same tree', 'flaky'],
    ['PATH differs in the environment of tests', 'environment'],
    ['The record was changed by hand', 'changed by hand'],
    ['Files changed on which the proofs rest: test/sum.test.js', 'proof files'],
    ['An earlier run of this session ended unproved', 'replaced'],
  ])('%s', (text, sign) => {
    expect(message(text)).toEqual([sign]);
  });
});

test('finds signs in the summary, but not in the words of the spec', () => {
  const summary = '## Spec\n\n> Amend the environment by hand.\n\n## Contract\n\n- amended: removed tests\n';
  expect(signsIn({ message: '', summary })).toEqual(['amended']);
});
