import {
  countOf,
  durationText,
  endingName,
  type EventOf,
  type LoopEvent,
  sanitizeLine,
  warningText,
} from '@loopwright/core';
import type { Moment, MomentKind } from './report-model.ts';
import type { EventTrace } from './trace-run.ts';

type Told = readonly [kind: MomentKind, text: string] | undefined;
type Tellers = { readonly [T in LoopEvent['type']]: (event: EventOf<T>, trace: EventTrace) => Told };

/** What is worth telling of what happened, in order; counters and costs stand elsewhere. */
export function momentsOf(events: readonly EventTrace[]): readonly Moment[] {
  return events.flatMap((trace) => {
    const { event, frame, after } = trace;
    const told = Object.hasOwn(tellers, event.type)
      ? (tellers[event.type] as (event: LoopEvent, trace: EventTrace) => Told)(event, trace)
      : undefined;
    if (!told) return [];
    const top = frame ?? after.frames.at(-1);
    return [
      { at: event.at, frame: top?.id ?? '', iteration: top?.iteration ?? 0, kind: told[0], text: told[1] },
    ];
  });
}

const nothing = (): undefined => undefined;

const tellers: Tellers = {
  opened: ({ run }) =>
    run.status === 'draft' ? ['begin', 'Drafted'] : ['begin', `Started, with ${planText(run.frames[0])}`],
  pushed: ({ frame }) => [
    'begin',
    `Inner ${frame.mode} “${line(frame.spec)}” pushed, with ${planText(frame)}`,
  ],
  closed: ({ ending }, { frame }) => [
    'end',
    `Inner ${frame?.mode ?? 'loop'} “${line(frame?.spec ?? '')}” ended: ${endingName(ending)}`,
  ],
  rested: ({ status, ending }) => [
    status === 'paused' ? 'rest' : 'end',
    `${RESTS[status]}: ${ending.kind === status ? line(ending.detail ?? 'for no stated reason') : endingName(ending)}`,
  ],
  resumed: ({ limits }) => [
    'begin',
    `Continued, with ${limits.iterations === null ? 'no limit of iterations' : `${limits.iterations} iterations`} and ${limits.budgetUsd === null ? 'no budget limit' : `a budget of $${limits.budgetUsd}`} in all`,
  ],
  continued: ({ iteration }) => ['block', `Sent on into iteration ${iteration}`],
  'let-go': ({ rule }) => ['let-go', `Let go for now: ${line(rule)}`],
  signalled: ({ isDone }) => [
    'work',
    isDone ? 'Claude said that the work is done' : 'The claim was taken back',
  ],
  stepped: ({ index, isDone }, { frame }) => [
    'work',
    `Step “${line(frame?.steps[index]?.name ?? String(index + 1))}” ${isDone ? 'done' : 'undone'}`,
  ],
  planned: ({ steps }) => ['change', `Planned ${countOf(steps.length, 'more step')}`],
  'step-removed': ({ index }, { frame }) => [
    'change',
    `Step “${line(frame?.steps[index]?.name ?? '')}” removed`,
  ],
  'criterion-added': ({ criterion }) => ['change', `Criterion “${line(criterion.name)}” added`],
  'criterion-removed': ({ name }) => ['change', `Criterion “${line(name)}” removed`],
  ticked: ({ name, tick }) => ['work', `“${line(name)}” ticked by ${tick.basis}`],
  unticked: ({ name }) => ['trouble', `“${line(name)}” is no longer ticked`],
  proved: ({ name, evidence }) => [
    evidence.passed ? 'pass' : 'fail',
    `Check of “${line(name)}” ${evidence.passed ? 'passed' : 'failed'} in ${durationText(evidence.durationMs)}`,
  ],
  'task-added': ({ task }) => ['change', `Task ${line(task.id, 40)} “${line(task.subject)}” added`],
  'task-changed': ({ id, status, owner, metadata }, { frame }) => {
    const name = `Task ${line(id, 40)} “${line(frame?.tasks.find((one) => one.id === id)?.subject ?? '')}”`;
    const before = frame?.tasks.find((one) => one.id === id)?.status;
    if (status === 'completed') return ['work', `${name} completed`];
    if (status === 'in_progress') return ['work', `${name} taken${owner ? ` by ${line(owner, 40)}` : ''}`];
    if (typeof metadata?.['lastFailure'] === 'string')
      return ['fail', `${name} failed: ${line(metadata['lastFailure'])}`];
    return status === 'pending' && before === 'in_progress' ? ['change', `${name} given back`] : undefined;
  },
  'task-removed': ({ id }) => ['change', `Task ${line(id, 40)} removed`],
  'wave-begun': ({ wave }) => ['begin', `Wave ${wave} begun`],
  'wave-finished': ({ wave }) => ['work', `Wave ${wave} finished`],
  staged: ({ stage, question }, { frame }) => {
    if (question) return ['let-go', `Asked the user: ${line(question)}`];
    return stage === undefined || stage === frame?.workflow?.stage ? undefined : ['begin', `Stage: ${stage}`];
  },
  'wave-reviewed': ({ review }) => [
    review.blockers > 0 ? 'fail' : 'pass',
    `Review of wave ${review.wave}: ${review.score}/10, ${countOf(review.issues, 'issue')}, ${countOf(review.blockers, 'blocker')}`,
  ],
  'thoroughly-reviewed': ({ review }) =>
    review.passed
      ? ['pass', 'Thorough review passed']
      : ['fail', `Thorough review: ${countOf(review.blockersRemaining, 'blocker')} left`],
  gated: ({ passed }) => (passed ? ['pass', 'Gate passed'] : ['fail', 'Gate failed']),
  counselled: ({ subject, recommendation }) =>
    recommendation === undefined
      ? ['change', `The panel was asked about “${line(subject)}”`]
      : ['change', `The panel on “${line(subject)}”: ${line(recommendation, 200)}`],
  claimed: () => ['change', 'Taken over by another session'],
  heard: nothing,
  failed: ({ reason }) => ['trouble', `Failed, and tried again: ${line(reason)}`],
  observed: nothing,
  spent: nothing,
  'counted-ahead': ({ iteration }) => [
    'trouble',
    `Somebody wrote iteration ${iteration} into state.json; it counts once`,
  ],
  kept: nothing,
  noted: ({ note }) => {
    switch (note.kind) {
      case 'tick-undone':
        return ['trouble', `“${line(note.criterion)}” was ticked by hand although it has a check; undone`];
      case 'edit-refused':
        return [
          'trouble',
          `An edit of ${line(note.field, 40)} in state.json was not taken over: ${line(note.reason)}`,
        ];
      case 'budget':
        return ['trouble', warningText(note).replace(/\.$/, '')];
      case 'criteria-disagree':
      case 'ask-panel':
      case 'popped':
        return undefined;
    }
  },
};

const RESTS: Readonly<Record<EventOf<'rested'>['status'], string>> = {
  draft: 'Back to a draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  stuck: 'Stuck',
  aborted: 'Aborted',
  cancelled: 'Cancelled',
};

function planText(
  frame: { readonly criteria: readonly unknown[]; readonly steps: readonly unknown[] } | undefined,
): string {
  const criteria = countOf(frame?.criteria.length ?? 0, 'criterion', 'criteria');
  return `${criteria} and ${countOf(frame?.steps.length ?? 0, 'step')}`;
}

function line(text: string, maxLength = 100): string {
  return sanitizeLine(text, maxLength);
}
