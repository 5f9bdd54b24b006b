import {
  breakerRules,
  countOf,
  criterionState,
  DEFAULT_LIMITS,
  durationText,
  type Ending,
  type Frame,
  isMet,
  limitRules,
  type Run,
  sanitizeLine,
} from '@loopwright/core';
import { usdText } from '../text/amounts.ts';
import type { Outcome } from './report-model.ts';

/** Says in one sentence how a run ended and why, or how it stands. */
export function headline(run: Run): string {
  const frame = run.frames.at(-1);
  if (run.status === 'draft') return 'A draft that was never started.';
  if (!frame) return 'This journal has no beginning, so there is nothing to tell.';
  if (!run.ending) return `Running: ${iterationText(frame)}. ${metText(frame)}`.trim();
  return sentences[run.ending.kind]({ frame, ending: run.ending, run, met: metText(frame) }).trim();
}

/** How a run ended or stands, by name. */
export function outcomeOf({ status, ending }: Run): Outcome {
  if (ending) return { kind: ending.kind, detail: ending.detail };
  return { kind: status === 'draft' ? 'draft' : 'active' };
}

/** The next command for the reader of the report. */
export function nextStep(run: Run): string | undefined {
  if (run.status === 'draft') return 'loop start';
  const { ending } = run;
  if (!ending || (ending.kind !== 'paused' && ending.kind !== 'stuck' && ending.kind !== 'overridden'))
    return undefined;
  const limit = limitRules.find(({ name }) => name === ending.detail);
  return limit
    ? `loop continue ${limit.flag} ${DEFAULT_LIMITS[limit.key] ?? MORE[limit.unit]}`
    : 'loop continue';
}

/** An amount to add to a limit without a default, in the unit of its flag. */
const MORE = { count: 1_000_000, usd: 25, ms: 60 };

interface EndedRun {
  readonly frame: Frame;
  readonly ending: Ending;
  readonly run: Run;
  /** How many criteria hold, as a sentence. */
  readonly met: string;
}

const sentences: Readonly<Record<Ending['kind'], (ended: EndedRun) => string>> = {
  verified: ({ frame }) =>
    frame.criteria.length === 1
      ? 'Done and proved: the one criterion holds, by a check that ran.'
      : `Done and proved: all ${frame.criteria.length} criteria hold, each by a check that ran.`,
  claimed: ({ frame, ending: { detail } }) => {
    const isChanged = /^(amended|guarded files)/.test(detail ?? '');
    if (isChanged) return `Done, but not verified: ${sanitizeLine(detail ?? '', 200)}.`;
    const word = frame.criteria.filter(({ check }) => check === undefined).length;
    if (frame.criteria.length === 0)
      return 'Done by word: the loop had no criteria, so Claude’s claim was enough.';
    return `Done, in part by word: ${word} of ${countOf(frame.criteria.length, 'criterion', 'criteria')} ${word === 1 ? 'rests' : 'rest'} on what was said, not on a check.`;
  },
  'gave-up': ({ ending: { detail = '' }, run, met }) =>
    [gaveUpText(detail), met, innerText(run.closed)].filter((text) => text !== '').join(' '),
  stuck: ({ frame, ending: { detail = '' }, run, met }) => `Stuck: ${stuckText(frame, detail, run)}. ${met}`,
  paused: ({ frame, ending: { detail = '' }, met }) => `Paused: ${pausedText(frame, detail)}. ${met}`,
  cancelled: ({ ending: { detail }, met }) =>
    `Cancelled${detail === undefined ? ' by the user' : `: ${sanitizeLine(detail, 120)}`}. ${met}`,
  aborted: ({ ending: { detail } }) =>
    detail === 'corrupt'
      ? 'Aborted: the numbers on record made no sense, so nothing could be counted.'
      : `Aborted${detail === undefined ? '' : `: ${sanitizeLine(detail, 120)}`}.`,
  overridden: ({ met }) => `Overridden: the client ended the turn although the work was to go on. ${met}`,
};

function gaveUpText(detail: string): string {
  switch (detail) {
    case 'NO_MORE_ISSUES':
      return 'Ended: Claude found no more issues.';
    case 'MAX_ISSUES':
      return 'Ended: as many issues as were wanted are done.';
    case 'MAX_ITERATIONS':
      return 'Given up: Claude said that its iterations are used up.';
    default:
      return 'Given up: Claude said that it is stuck.';
  }
}

function innerText(closed: Run['closed']): string {
  if (closed.length === 0) return '';
  const proved = closed.filter(({ ending }) => ending.kind === 'verified').length;
  return `${proved} of ${countOf(closed.length, 'inner loop')} ended proved.`;
}

function stuckText(frame: Frame, breaker: string, { ttlMs }: Run): string {
  const times = thresholdOf(breaker);
  switch (breaker) {
    case 'same-criterion':
      return `“${sanitizeLine(frame.breaker.lastUnmet || (frame.criteria.find((one) => !isMet(one))?.name ?? ''), 80)}” stayed the first unmet criterion ${times} stops in a row`;
    case 'idle':
      return `Claude was sent on ${times} times in a row and ran no tool`;
    case 'same-message':
      return `Claude said the same thing, word for word, ${times} times in a row`;
    case 'stale':
      return `nothing was heard of the loop for more than ${durationText(ttlMs)}`;
    default:
      return sanitizeLine(breaker, 120) || 'a breaker opened';
  }
}

function pausedText(frame: Frame, limit: string): string {
  const { limits, spend } = frame;
  switch (limit) {
    case 'iterations':
      return `all ${countOf(limits.iterations ?? frame.iteration, 'iteration')} are used up`;
    case 'budget':
      return `${usdText(spend.usd)} of the ${usdText(limits.budgetUsd ?? spend.usd)} budget is spent`;
    case 'time':
      return limits.timeMs === null ? 'the time is up' : `the ${durationText(limits.timeMs)} are over`;
    case 'same-error':
      return `the same error came ${thresholdOf(limit)} times in a row`;
    case 'same-file':
      return `one file was edited ${thresholdOf(limit)} times after failures in one iteration`;
    case 'permission':
      return `permission was denied ${thresholdOf(limit)} times`;
    case 'gate':
      return `the gate failed ${thresholdOf(limit)} times`;
    case 'review':
      return `the thorough review failed ${thresholdOf(limit)} times`;
    default: {
      const rule = limitRules.find(({ name }) => name === limit);
      return rule ? `the ${rule.label.toLowerCase()} are used up` : sanitizeLine(limit, 160) || 'by hand';
    }
  }
}

function thresholdOf(breaker: string): number {
  return breakerRules.find(({ name }) => name === breaker)?.threshold ?? 0;
}

function iterationText({ iteration, limits }: Frame): string {
  const most = limits.iterations === null ? '' : ` of ${limits.iterations}`;
  return iteration === 0 ? 'in the turn that started it' : `iteration ${iteration}${most}`;
}

function metText({ criteria }: Frame): string {
  const all = criteria.length;
  if (all === 0) return '';
  const met = criteria.filter(isMet).length;
  const before = criteria.filter((one) => criterionState(one) === 'stale').length;
  if (met === all) return all === 1 ? 'Its one criterion holds.' : `All ${all} criteria hold.`;
  const head =
    all === 1
      ? 'Its one criterion does not hold'
      : met === 0
        ? `None of ${all} criteria holds`
        : `${met} of ${all} criteria ${met === 1 ? 'holds' : 'hold'}`;
  return before === 0
    ? `${head}.`
    : `${head}; ${before} ${before === 1 ? 'was' : 'were'} proved before the files changed.`;
}
