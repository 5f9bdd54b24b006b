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
  standingOf,
} from '@loopwright/core';

/** How a run or a frame ended or stands, by name. */
export interface Outcome {
  readonly kind: ReturnType<typeof standingOf>;
  readonly detail?: string | undefined;
}

/** Says in one sentence how a run ended and why, or how it stands, and how many of its steps are open. */
export function headline(run: Run): string {
  const frame = run.frames.at(-1);
  if (run.status === 'draft') return 'A draft that was never started.';
  if (!frame) return 'This journal has no beginning, so there is nothing to tell.';
  const { ending } = run;
  const open = openSteps(frame);
  const sentences = ending
    ? [
        endSentence(ending, frame, run, open),
        isDone(ending) || ending.kind === 'aborted' ? '' : metText(frame),
        ending.kind === 'gave-up' ? innerText(run.closed) : '',
      ]
    : [`Running: ${iterationText(frame)}.`, metText(frame)];
  // A verified run says so in its first words.
  if (open !== '' && ending?.kind !== 'verified') sentences.push(`${open}.`);
  return sentences.filter((text) => text !== '').join(' ');
}

/** How a run or a frame ended or stands, by name. */
export function outcomeOf(run: Pick<Run, 'status' | 'ending'>): Outcome {
  return { kind: standingOf(run), detail: run.ending && endingDetail(run.ending) };
}

/** The next command for the reader of the report, if the run waits for one. */
export function nextStep(run: Run): string | undefined {
  const step = next(run);
  const isWaiting = run.status === 'draft' || run.status === 'paused' || run.status === 'stuck';
  return isWaiting && 'words' in step ? `loop ${step.words.join(' ')}` : undefined;
}

function openSteps({ steps }: Frame): string {
  const open = steps.filter(({ isDone }) => !isDone).length;
  return open === 0 ? '' : `${open} of ${countOf(steps.length, 'step')} ${open === 1 ? 'is' : 'are'} open`;
}

/** One sentence, without how much is met. */
function endSentence(ending: Ending, frame: Frame, run: Run, open: string): string {
  switch (ending.kind) {
    case 'verified': {
      const head = open === '' ? 'Done and proved' : `Proved, but ${open}`;
      if (frame.issues?.ended)
        return `${head}: ${countOf(frame.issues.ended, 'issue')}, each by checks that ran.`;
      return frame.criteria.length === 1
        ? `${head}: the one criterion holds, by a check that ran.`
        : `${head}: all ${frame.criteria.length} criteria hold, each by a check that ran.`;
    }
    case 'claimed':
      return claimedText(ending, frame, open === '' ? 'Done' : 'Said to be done');
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

function claimedText(ending: ClaimedEnding, { criteria, issues }: Frame, done: string): string {
  const [change] = changeTexts(ending);
  if (change !== undefined) return `${done}, but not verified: ${sanitizeLine(change, 200)}.`;
  if (issues && issues.verified < issues.ended)
    return `${done}, in part by word: ${issues.verified} of ${countOf(issues.ended, 'issue')} ended verified.`;
  const word = criteria.filter(({ check }) => check === undefined).length;
  if (criteria.length === 0)
    return `${done} by word: the loop had no criteria, so Claude’s claim was enough.`;
  return `${done}, in part by word: ${word} of ${countOf(criteria.length, 'criterion', 'criteria')} ${word === 1 ? 'rests' : 'rest'} on what was said, not on a check.`;
}

function gaveUpText(signal: string | undefined): string {
  switch (signal) {
    case 'NO_MORE_ISSUES':
    case 'MAX_ISSUES':
      return 'Given up: Claude finished no issue.';
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
