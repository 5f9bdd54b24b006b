import { describe, expect, test } from 'vitest';
import type { Notice, Rejection } from '../../src/decide/decision.ts';
import { noticeText, REJECTIONS, rejectionText } from '../../src/text/notices.ts';
import { AT } from '../support/given.ts';

const clamped = (limit: string, from: number, to: number): Notice => ({ code: 'clamped', limit, from, to });
const refused = (reason: string, subject?: string): Notice => ({
  code: 'edit-refused',
  field: 'f',
  reason,
  ...(subject !== undefined && { subject }),
});
const warned = (
  percent: number,
  limit: 'budgetUsd' | 'budgetTokens' | 'timeMs',
  used: number,
  of: number,
): Notice => ({
  code: 'budget',
  percent,
  limit,
  used,
  of,
});

describe('notices', () => {
  test.each<readonly [Notice, string]>([
    [
      clamped('iterations', 60, 50),
      'Iterations: 60 was asked for, 50 is the most there can be here. Only --iterations=unlimited goes beyond.',
    ],
    [clamped('budgetUsd', 8, 6.5), 'Budget: $8 was asked for, $6.50 is the most there can be here.'],
    [clamped('timeMs', 120_000, 60_000), 'Time: 2m was asked for, 1m is the most there can be here.'],
    [clamped('toString', 9, 5), 'toString: 9 was asked for, 5 is the most there can be here.'],
    [refused('toString'), 'The edit of f in state.json was not taken over: toString.'],
    [
      refused('checked'),
      'The edit of f in state.json was not taken over: it has a check, so `loop verify` decides.',
    ],
    [
      refused('machine-counts', 's'),
      'The edit of f ("s") in state.json was not taken over: the machine counts.',
    ],
    [
      { code: 'tick-undone', criterion: 'c' },
      '"c" has a check: ticking it by hand was undone. Run `loop verify`.',
    ],
    [{ code: 'taken-over', from: 's-1' }, 'The loop of session s-1 goes on in this session.'],
    [
      warned(80, 'budgetUsd', 20.5, 25),
      '80 % of the budget is spent ($20.50 of $25). More: /loop:continue --budget=N',
    ],
    [
      warned(50, 'budgetTokens', 60, 100),
      '50 % of the tokens are used (60 of 100). More: /loop:continue --tokens=N',
    ],
    [
      warned(95, 'timeMs', 5_700_000, 5_990_000),
      '95 % of the time is up (1h 35m of 1h 39m). More: /loop:continue --minutes=N',
    ],
    [{ code: 'paused', reason: 'limit' }, 'The loop is paused: limit. Go on with `loop continue`.'],
    [
      { code: 'paused', reason: 'limit', retryAt: AT },
      'The loop is paused: limit. Go on with `loop continue`, best after 2026-02-05T10:00:00Z.',
    ],
    [{ code: 'ask-panel', subject: 'c' }, '"c" failed. Ask the panel before trying again: /loop:panel.'],
  ])('%o', (notice, text) => {
    expect(noticeText(notice)).toBe(text);
  });

  test.each<Notice>([
    { code: 'overridden' },
    { code: 'retry' },
    { code: 'all-met' },
    { code: 'not-started' },
  ])('$code is a sentence', (notice) => {
    expect(noticeText(notice)).toMatch(/^[A-Z][^\n]+\.$/);
  });
});

describe('rejections', () => {
  const missing = [{ kind: 'task', id: '1', subject: 'A' }, { kind: 'gate' }] as const;

  test.each<readonly [Rejection, string]>([
    [
      { code: 'ended', subject: 'cancelled' },
      'The loop is over (cancelled). Begin a new one with `loop start`.',
    ],
    [{ code: 'ended', subject: 'paused' }, 'The loop is paused. Go on with `loop continue`.'],
    [{ code: 'ended', subject: 'stuck' }, 'The loop is stuck. Go on with `loop continue`.'],
    [
      { code: 'bad-limit', subject: 'budgetUsd' },
      'Budget takes a number above 0, in whole ones for iterations and tokens. See `loop start --help`.',
    ],
    [
      { code: 'spent-up', subject: 'budgetUsd' },
      'The budget is used up. Add to it with `loop continue --budget=N`, or lift it with `--budget=none`.',
    ],
    [
      { code: 'spent-up', subject: 'budgetTokens' },
      'Tokens: used up. See how to add to them with `loop continue --help`.',
    ],
    [{ code: 'unknown-step', subject: 'x\ny' }, 'There is no step "x y". See them with `loop status`.'],
    [{ code: 'unproved', missing }, 'Still missing: task 1 A, gate. Run `loop next` to see what to do.'],
    [{ code: 'nothing-to-change' }, 'Nothing changes by that. See how things stand with `loop status`.'],
    [
      { code: 'nothing-to-change', subject: 'wave 1' },
      'Nothing changes by that (wave 1). See how things stand with `loop status`.',
    ],
  ])('%o', (rejection, text) => {
    expect(rejectionText(rejection)).toBe(text);
  });

  test.each(Object.keys(REJECTIONS) as Rejection['code'][])('%s names the next command', (code) => {
    const text = rejectionText({ code, subject: 'some thing', missing });
    expect(text).toMatch(/^[^{}\n]+(`loop [^`]+`|\/loop:)[^{}\n]*\.$/);
    const told: unknown = REJECTIONS[code];
    if (typeof told === 'string' && told.includes('{about}')) expect(text).toContain('some thing');
  });
});
