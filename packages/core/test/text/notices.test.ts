import type { Notice, Rejection } from '../../src/decide/decision.ts';
import { noticeText, rejectionText } from '../../src/text/notices.ts';
import { AT } from '../support/given.ts';
import { describe, expect, test } from 'vitest';

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
      'Time: 2m was asked for, 1m is the most there can be here.',
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
      '"c" has a check: ticking it by hand was undone. Run `loop verify`.',
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
      '80 % of the budget is spent ($20.50 of $25). More: /loop:continue --budget=N',
    ],
    [
      { code: 'budget', percent: 50, limit: 'budgetTokens', used: 60, of: 100 },
      '50 % of the tokens are used (60 of 100). More: /loop:continue --tokens=N',
    ],
    [
      { code: 'budget', percent: 95, limit: 'timeMs', used: 5_700_000, of: 5_990_000 },
      '95 % of the time is up (1h 35m of 1h 39m). More: /loop:continue --minutes=N',
    ],
    [{ code: 'paused', reason: 'limit' }, 'The loop is paused: limit. Go on with `loop continue`.'],
    [
      { code: 'paused', reason: 'limit', retryAt: AT },
      'The loop is paused: limit. Go on with `loop continue`, best after 2026-02-05T10:00:00Z.',
    ],
    [{ code: 'retry' }, 'An error that may pass: the turn is tried once more.'],
    [{ code: 'ask-panel', subject: 'c' }, '"c" failed. Ask the panel before trying again: /loop:panel.'],
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

describe('rejections', () => {
  const missing = [{ kind: 'task', id: '1', subject: 'A' }, { kind: 'gate' }] as const;
  test.each<readonly [Rejection, string]>([
    [{ code: 'no-run' }, 'There is no loop here. Begin one with `loop start "what is to be done"`.'],
    [
      { code: 'already-running', subject: 'r' },
      'A loop is on already. See it with `loop status`, end it with `loop cancel`.',
    ],
    [
      { code: 'ended', subject: 'cancelled' },
      'The loop is over (cancelled). Begin a new one with `loop start`.',
    ],
    [{ code: 'ended', subject: 'paused' }, 'The loop is paused. Go on with `loop continue`.'],
    [{ code: 'ended', subject: 'stuck' }, 'The loop is stuck. Go on with `loop continue`.'],
    [
      { code: 'not-paused' },
      'The loop is going on already; `loop continue` takes a paused one up again, or more budget with `--budget=N`.',
    ],
    [{ code: 'no-spec' }, 'It is not said what is to be done: `loop start "what is to be done"`.'],
    [
      { code: 'bad-limit', subject: 'budgetUsd' },
      'Budget takes a number above 0, in whole ones for iterations and tokens. See `loop start --help`.',
    ],
    [
      { code: 'bad-name', subject: 'a\nb' },
      '"a b" can\'t be a name here: one line of 1 to 200 plain characters, each criterion once. Give it another with `loop criterion add` or `loop step add`.',
    ],
    [
      { code: 'bad-score', subject: 'fit' },
      'The fit score lies outside its range (spec 0 to 10, fit 0 to 75, whole numbers). See `loop score`.',
    ],
    [
      { code: 'too-deep', subject: '32' },
      '32 loops inside each other are the most. Finish this one, or take it off with `loop pop`.',
    ],
    [
      { code: 'spent-up', subject: 'budgetUsd' },
      'The budget is used up. Add to it with `loop continue --budget=N`, or lift it with `--budget=none`.',
    ],
    [
      { code: 'spent-up', subject: 'budgetTokens' },
      'Tokens: used up. See how to add to them with `loop continue --help`.',
    ],
    [{ code: 'unknown-step', subject: 'x' }, 'There is no step "x". See them with `loop status`.'],
    [
      { code: 'unknown-criterion', subject: 'x' },
      'There is no such criterion with a check or of this name: "x". See them with `loop status`.',
    ],
    [
      { code: 'checked-criterion', subject: 'x' },
      '"x" has a check, so nobody\'s word changes it: run `loop verify`. To drop it, give a reason: `loop criterion remove "x" --reason "…"`.',
    ],
    [
      { code: 'users-contract', subject: 'x' },
      'The user asked for "x", so only the user can change it: in a terminal of their own, or with /loop:approve. The attempt is on record.',
    ],
    [
      { code: 'reason-needed', subject: 'x' },
      '"x" is part of what was agreed at the start. Dropping it takes a reason, is told to the user, and the loop can no longer end as verified: `loop criterion remove "x" --reason "…"`.',
    ],
    [{ code: 'unknown-task', subject: '9' }, 'There is no task "9". See them with `loop task list`.'],
    [
      { code: 'task-held', subject: 'worker-1' },
      'The task is held by worker-1. Take another with `loop task claim`.',
    ],
    [
      { code: 'task-blocked', subject: '1' },
      'Task 1 has to be completed first. Take another with `loop task claim`.',
    ],
    [
      { code: 'task-cycle', subject: '1 → 2 → 1' },
      'These tasks would wait for each other: 1 → 2 → 1. Change what blocks them with `loop task change`.',
    ],
    [
      { code: 'nothing-free' },
      'No task is free now: all are done, held or blocked. See them with `loop task list`.',
    ],
    [
      { code: 'no-workflow' },
      'This loop is no workflow, so it has no stages, waves, reviews or gate. See how things stand with `loop status`.',
    ],
    [
      { code: 'wrong-stage', subject: 'intent' },
      'That does not follow from stage intent. Stages go one at a time: `loop next`.',
    ],
    [
      { code: 'open-tasks', missing },
      'Not while tasks are open: task 1 A, gate. Finish them with `loop task complete`.',
    ],
    [{ code: 'unproved', missing }, 'Still missing: task 1 A, gate. Run `loop next` to see what to do.'],
    [
      { code: 'not-adoptable', subject: 'stack' },
      'The stack file describes no loop in progress. Begin one with `loop start`.',
    ],
    [{ code: 'nothing-to-change' }, 'Nothing changes by that. See how things stand with `loop status`.'],
    [
      { code: 'nothing-to-change', subject: 'wave 1' },
      'Nothing changes by that (wave 1). See how things stand with `loop status`.',
    ],
  ])('%o', (rejection, text) => {
    expect(rejectionText(rejection)).toBe(text);
  });
});
