import { expect, test } from 'vitest';
import { stackStateSchema as stackState } from '../../../src/model/view-files.ts';
import { expected, findings } from '../../support/wire.ts';

const MESSAGE = {
  whole: {
    schema: 1,
    event: 'STATE',
    reason: 'none',
    run_id: 'r',
    updated_at: '2024-12-21T10:30:00Z',
    stack: [{ id: 'f', mode: 'loop', iter: 1, max: 10, unlimited: false }],
  },
  mayLack: ['reason', 'stack.unlimited'],
  mayBeNull: ['stack.max'],
  mayDiffer: ['schema'],
  words: { event: ['STATE', 'DONE', 'ABORT'], 'stack.mode': ['loop', 'issue', 'grind'] },
};

test('the stack message passes unchanged, and missing or wrong fields are refused', () => {
  expect(findings(stackState, MESSAGE)).toEqual(expected(MESSAGE));
});

test('the fields of other programs stay, those of a frame too', () => {
  const stack = [{ id: 'f', mode: 'loop', iter: 1, max: 10, worktree: '../w', branch: 'b' }];
  const message = { ...MESSAGE.whole, stack, sender: 'another program' };
  expect(stackState.parse(message)).toEqual(message);
});
