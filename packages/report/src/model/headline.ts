import {
  changeTexts,
  type ClaimedEnding,
  countOf,
  criterionState,
  type Ending,
  endingDetail,
  type Frame,
  isDone,
  isMet,
  next,
  restCauseOf,
  restFinding,
  type Run,
  sanitizeLine,
} from '@loopwright/core';
import type { Outcome } from './report-model.ts';

/** Says in one sentence how a run ended and why, or how it stands. */
export function headline(run: Run): string {
  const frame = run.frames.at(-1);
  if (run.status === 'draft') return 'A draft that was never started.';
  if (!frame) return 'This journal has no beginning, so there is nothing to tell.';
  if (!run.ending) return `Running: ${iterationText(frame)}. ${metText(frame)}`.trim();
  const met = isDone(run.ending) || run.ending.kind === 'aborted' ? '' : metText(frame);
  const inner = run.ending.kind === 'gave-up' ? innerText(run.closed) : '';
  return [endSentence(run.ending, frame, run), met, inner].filter((text) => text !== '').join(' ');
}

/** How a run ended or stands, by name. */
export function outcomeOf({ status, ending }: Run): Outcome {
  return ending ? endOutcome(ending) : { kind: status === 'draft' ? 'draft' : 'active' };
}

/** How a frame or a run ended, by name. */
export function endOutcome(ending: Ending): Outcome {
  return { kind: ending.kind, detail: endingDetail(ending) };
}

/** The next command for the reader of the report, if the run waits for one. */
export function nextStep(run: Run): string | undefined {
  const step = next(run);
  const isWaiting = run.status === 'draft' || run.status === 'paused' || run.status === 'stuck';
  return isWaiting && 'words' in step ? `loop ${step.words.join(' ')}` : undefined;
}

/** One sentence, without how much is met. */
function endSentence(ending: Ending, frame: Frame, run: Run): string {
  switch (ending.kind) {
    case 'verified':
      return frame.criteria.length === 1
        ? 'Done and proved: the one criterion holds, by a check that ran.'
        : `Done and proved: all ${frame.criteria.length} criteria hold, each by a check that ran.`;
    case 'claimed':
      return claimedText(ending, frame);
    case 'gave-up':
      return gaveUpText(ending.signal);
    case 'stuck':
      return `Stuck: ${restText(run)}.`;
    case 'paused':
      return `Paused: ${restText(run)}.`;
    case 'cancelled':
      return `Cancelled${ending.reason === undefined ? ' by the user' : `: ${sanitizeLine(ending.reason, 120)}`}.`;
    case 'aborted':
      return ending.corrupt
        ? `Aborted: ${sanitizeLine(endingDetail(ending) ?? '', 120)}.`
        : 'Aborted: the numbers on record made no sense, so nothing could be counted.';
    case 'overridden':
      return 'Overridden: the client ended the turn although the work was to go on.';
  }
}

function claimedText(ending: ClaimedEnding, { criteria }: Frame): string {
  const [change] = changeTexts(ending);
  if (change !== undefined) return `Done, but not verified: ${sanitizeLine(change, 200)}.`;
  const word = criteria.filter(({ check }) => check === undefined).length;
  if (criteria.length === 0) return 'Done by word: the loop had no criteria, so Claude’s claim was enough.';
  return `Done, in part by word: ${word} of ${countOf(criteria.length, 'criterion', 'criteria')} ${word === 1 ? 'rests' : 'rest'} on what was said, not on a check.`;
}

function gaveUpText(signal: string | undefined): string {
  switch (signal) {
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

/** The breaker and its finding; of a limit and of silence, the finding says all. */
function restText(run: Run): string {
  const cause = restCauseOf(run.ending);
  const name = sanitizeLine((run.ending && endingDetail(run.ending)) ?? '', 160);
  const finding = restFinding(run);
  return cause?.kind === 'breaker' ? `${name}, ${finding}` : finding || name;
}

function innerText(closed: Run['closed']): string {
  if (closed.length === 0) return '';
  const proved = closed.filter(({ ending }) => ending.kind === 'verified').length;
  return `${proved} of ${countOf(closed.length, 'inner loop')} ended proved.`;
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
