import {
  countOf,
  criterionState,
  endingDetail,
  endSentence,
  type Frame,
  isMet,
  next,
  type Run,
  standingOf,
} from '@loopwright/core';

/** How a run or a frame ended or stands, by name. */
export interface Outcome {
  readonly kind: ReturnType<typeof standingOf>;
  readonly detail?: string | undefined;
}

/** Says in one sentence how a run ended and why, or how it stands. */
export function headline(run: Run): string {
  const frame = run.frames.at(-1);
  if (run.status === 'draft') return 'A draft that was never started.';
  if (!frame) return 'This journal has no beginning, so there is nothing to tell.';
  if (run.ending) return endSentence(run);
  return [`Running: ${iterationText(frame)}.`, metText(frame), stepsText(frame)].filter(Boolean).join(' ');
}

/** How a run or a frame ended or stands, by name. */
export function outcomeOf(run: Pick<Run, 'status' | 'ending' | 'agent'>): Outcome {
  return { kind: standingOf(run), detail: run.ending && endingDetail(run.ending, run) };
}

/** The next command for the reader of the report, if the run waits for one. */
export function nextStep(run: Run): string | undefined {
  const step = next(run);
  const isWaiting = run.status === 'draft' || run.status === 'paused' || run.status === 'stuck';
  return isWaiting && 'words' in step ? `loop ${step.words.join(' ')}` : undefined;
}

function stepsText({ steps }: Frame): string {
  const open = steps.filter(({ isDone }) => !isDone).length;
  return open === 0 ? '' : `${open} of ${countOf(steps.length, 'step')} ${open === 1 ? 'is' : 'are'} open.`;
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
