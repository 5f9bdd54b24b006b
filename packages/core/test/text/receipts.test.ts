import { describe, expect, test } from 'vitest';
import { receiptOf } from '../../src/text/receipts.ts';
import { AT, given, happened, started } from '../support/given.ts';

describe('receipts', () => {
  const criteria = [{ name: 'c' }, { name: 'd' }];
  test('say what an answered stop left behind', () => {
    const { before, run, ...decision } = given(started({ criteria, steps: ['a', 'b'] })).when(
      { type: 'criterion', action: 'tick', name: 'c' },
      { type: 'step', action: 'done', step: 'a' },
      { type: 'observe', tools: 3, edits: ['src/a.ts'] },
      { type: 'stop', at: AT + 5, spent: { usd: 0.12345678, tokens: 7, from: '', to: 'a' } },
    );
    expect(receiptOf(before, decision, run!)).toEqual({
      at: '2026-02-05T10:00:00.005Z',
      frame: 'frame-1',
      iteration: 0,
      rule: 'continue',
      verdict: 'block',
      met: ['c'],
      unmet: ['d'],
      steps_done: 1,
      steps_total: 2,
      tools: 3,
      files: ['src/a.ts'],
      cost_usd: 0.123457,
      tokens: 7,
    });
  });

  test('say how the frame that stopped ended, not those below it', () => {
    const { before, run, ...decision } = given(
      happened({ type: 'start' }, { type: 'push', spec: 'inner' }),
    ).when({
      type: 'stop',
      signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }],
      spent: { usd: 2, tokens: 7, from: '', to: 'a' },
    });
    expect(receiptOf(before, decision, run!)).toMatchObject({
      frame: 'frame-2',
      ending: 'gave-up:STUCK',
      cost_usd: 2,
    });
    const last = given(started()).when({ type: 'signal', isDone: true }, { type: 'stop' });
    expect(receiptOf(last.before, last, last.run!)).toMatchObject({
      verdict: 'allow',
      rule: 'done',
      ending: 'claimed',
    });
  });

  test('there is none where nothing was recorded, decided or running', () => {
    const disabled = given(started()).when({ type: 'stop', isDisabled: true });
    expect(receiptOf(disabled.before, disabled, disabled.run!)).toBeUndefined();
    const ticked = given(started({ criteria })).when({ type: 'criterion', action: 'tick', name: 'c' });
    expect(receiptOf(ticked.before, ticked, ticked.run!)).toBeUndefined();
    expect(receiptOf(undefined, disabled, disabled.run!)).toBeUndefined();
  });
});
