import { countOf, CRITERION_STATES, type Look, STANDINGS } from '@loopwright/core';
import type { FleetJobState } from '../model/fleet-report.ts';
import type { CellState, MomentKind } from '../model/report-model.ts';
import type { TimeKind } from '../model/trace-run.ts';

/** How the state of a fleet's job looks. */
export const JOB_STATES: Readonly<Record<FleetJobState, Look>> = {
  waiting: STANDINGS.draft,
  queued: STANDINGS.draft,
  running: STANDINGS.active,
  verified: STANDINGS.verified,
  ended: STANDINGS.paused,
  failed: STANDINGS.aborted,
  cancelled: STANDINGS.cancelled,
};

/** The cells of the criteria map: the states of a criterion, and none. */
export const CELLS: Readonly<Record<CellState, Look & { readonly why: string }>> = {
  ...CRITERION_STATES,
  absent: { sign: '', word: 'not there', tone: 'plain', why: 'not a criterion at that time' },
};

/** The signs of the events. */
export const MOMENTS: Readonly<Record<MomentKind, { readonly sign: string; readonly tone: string }>> = {
  begin: { sign: '▸', tone: 'quiet' },
  block: { sign: '→', tone: 'block' },
  'let-go': { sign: '○', tone: 'quiet' },
  pass: { sign: '✓', tone: 'pass' },
  fail: { sign: '✗', tone: 'fail' },
  change: { sign: '±', tone: 'quiet' },
  work: { sign: '•', tone: 'work' },
  rest: { sign: '‖', tone: 'rest' },
  end: { sign: '■', tone: 'quiet' },
  trouble: { sign: '!', tone: 'rest' },
};

/** The sign and the tone of the rule that answered a stop. */
export function signOfRule(
  rule: string,
  verdict: 'allow' | 'block',
): { readonly sign: string; readonly tone: string } {
  if (Object.hasOwn(RULES, rule)) return RULES[rule] ?? OTHER_RULE;
  return verdict === 'block' ? { sign: '→', tone: 'block' } : OTHER_RULE;
}

const OTHER_RULE = { sign: '○', tone: 'quiet' };

const RULES: Readonly<Record<string, { readonly sign: string; readonly tone: string }>> = {
  continue: { sign: '→', tone: 'block' },
  unproved: { sign: '!', tone: 'unproved' },
  done: { sign: '✓', tone: 'good' },
  'gave-up': { sign: '■', tone: 'rest' },
  breaker: { sign: '✗', tone: 'bad' },
  stale: { sign: '✗', tone: 'bad' },
  corrupt: { sign: '✗', tone: 'bad' },
  limit: { sign: '‖', tone: 'rest' },
};

/** What time was spent on, in words. */
export const TIMES: Readonly<Record<TimeKind, string>> = {
  working: 'Claude worked',
  checks: 'Checks ran',
  waiting: 'Waited for background work',
  user: 'Waited for the user',
  rest: 'Paused',
};

/** An iteration as the table heads it: 0 is the turn that started the loop. */
export function iterationName(number: number): string {
  return number === 0 ? 'start' : String(number);
}

/** Says how many entries are left out between the shown ones. */
export function cutText(left: number, one: string, many = `${one}s`): string {
  return `${countOf(left, one, many)} in between ${left === 1 ? 'is' : 'are'} left out of this page; the journal has ${left === 1 ? 'it' : 'them'}.`;
}
