import { describe, expect, test } from 'vitest';
import type { Notice } from '../../src/decide/decision.ts';
import { noticeText } from '../../src/text/notice-text.ts';
import { AT } from '../support/given.ts';

describe('notices', () => {
  test.each<readonly [Notice, string]>([
    [
      { code: 'clamped', limit: 'iterations', from: 60, to: 50 },
      'Iterations: 60 was asked for, 50 is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'budgetUsd', from: 8, to: 6.5 },
      'Budget: $8 was asked for, $6.50 is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'timeMs', from: 120_000, to: 60_000 },
      'Time: 2 min was asked for, 1 min is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'budgetTokens', from: 9, to: 5 },
      'Tokens: 9 was asked for, 5 is the most there can be here.',
    ],
    [
      { code: 'clamped', limit: 'toString', from: 9, to: 5 },
      'toString: 9 was asked for, 5 is the most there can be here.',
    ],
    [
      { code: 'tick-undone', criterion: 'c' },
      '"c" has a check, so ticking it by hand was undone: run `loop verify`.',
    ],
    [
      { code: 'edit-refused', field: 'steps', reason: 'done-stays', subject: 's' },
      'The edit of steps ("s") in state.json was not taken over: a step that is done stays on record.',
    ],
    [
      { code: 'overridden' },
      'The client ended the last turn although the loop was not done, so the loop is paused. Go on with /loop:continue.',
    ],
    [{ code: 'taken-over', from: 'session-1' }, 'The loop of session session-1 goes on in this session.'],
    [
      { code: 'budget', percent: 80, limit: 'budgetUsd', used: 20.5, of: 25 },
      '80 % of the budget is spent ($20.50 of $25). More comes with `loop continue --budget=N`.',
    ],
    [
      { code: 'budget', percent: 50, limit: 'budgetTokens', used: 60, of: 100 },
      '50 % of the tokens are used (60 of 100). More comes with `loop continue --tokens=N`.',
    ],
    [
      { code: 'budget', percent: 95, limit: 'timeMs', used: 5_700_000, of: 5_990_000 },
      '95 % of the time is up (95 of 99.8 min). More comes with `loop continue --minutes=N`.',
    ],
    [{ code: 'paused', reason: 'limit' }, 'The loop is paused: limit. Go on with `loop continue`.'],
    [
      { code: 'paused', reason: 'limit', retryAt: AT },
      'The loop is paused: limit. Go on with `loop continue`, best after 2026-02-05T10:00:00Z.',
    ],
    [{ code: 'retry' }, 'An error that may pass: the turn is tried once more.'],
    [{ code: 'ask-panel', subject: 'c' }, '"c" failed: ask the panel (`loop panel`) before trying again.'],
    [{ code: 'all-met' }, 'Every criterion is met. If the work is done, say so with `loop signal done`.'],
  ])('%o', (notice, text) => {
    expect(noticeText(notice)).toBe(text);
  });

  test.each([
    ['bad-name', 'a name is one line of 1 to 200 plain characters'],
    ['checked', 'it has a check, so `loop verify` decides'],
    ['criteria-stay', 'an edit drops no criteria'],
    ['done-stays', 'a step that is done stays on record'],
    ['machine-counts', 'the machine counts'],
    ['spec-stays', 'the spec is what the user typed'],
    ['too-large', 'they are larger than 2,000 characters'],
  ])('an edit refused as %s', (reason, why) => {
    expect(noticeText({ code: 'edit-refused', field: 'f', reason })).toBe(
      `The edit of f in state.json was not taken over: ${why}.`,
    );
  });
});
