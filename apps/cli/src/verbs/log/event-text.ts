import { durationText, type Ending, type EventOf, type LoopEvent, sanitizeLine } from '@loopwright/core';

type Writers = { readonly [T in LoopEvent['type']]: (event: EventOf<T>) => string };

const writers: Writers = {
  opened: ({ run }) =>
    `the loop is ${run.status === 'draft' ? 'drafted' : 'started'}: ${short(run.frames[0]?.spec ?? '')}`,
  pushed: ({ frame }) => `an inner ${frame.mode} begins: ${short(frame.spec)}`,
  closed: ({ ending }) => `the inner loop ended: ${endingText(ending)}`,
  rested: ({ status, ending }) => `the loop is ${status}: ${endingText(ending)}`,
  resumed: () => 'the loop goes on',
  continued: ({ iteration }) => `blocked; iteration ${iteration} begins`,
  'let-go': ({ rule }) => `let go by rule ${rule}; the loop stays alive`,
  signalled: ({ isDone }) => (isDone ? 'the work is said to be done' : 'the work is said not to be done'),
  stepped: ({ index, isDone }) => `step ${index + 1} is ${isDone ? 'done' : 'open again'}`,
  planned: ({ steps }) => `planned: ${steps.map((step) => short(step)).join('; ')}`,
  'step-removed': ({ index }) => `step ${index + 1} is gone from the plan`,
  'criterion-added': ({ criterion }) => `new criterion: ${short(criterion.name)}`,
  'criterion-removed': ({ name }) => `criterion removed: ${short(name)}`,
  ticked: ({ name, tick }) => `ticked by ${tick.basis}: ${short(name)}`,
  unticked: ({ name }) => `no longer ticked: ${short(name)}`,
  proved: ({ name, evidence }) =>
    `the check of "${short(name)}" ${evidence.passed ? 'passed' : 'failed'} in ${durationText(evidence.durationMs)}${because(evidence.reason)}`,
  'task-added': ({ task }) => `new task ${short(task.id)}: ${short(task.subject)}`,
  'task-changed': ({ id, status }) => `task ${short(id)} ${status ? `is ${status}` : 'changed'}`,
  'task-removed': ({ id }) => `task ${short(id)} is gone`,
  'wave-begun': ({ wave }) => `wave ${wave} begins`,
  'wave-finished': ({ wave }) => `wave ${wave} is finished`,
  staged: ({ stage }) => `stage ${stage ?? 'stays'}`,
  'wave-reviewed': ({ review }) =>
    `wave ${review.wave} reviewed: ${review.score}/10, ${review.blockers} blockers`,
  'thoroughly-reviewed': ({ review }) =>
    `thorough review ${review.passed ? 'passed' : `leaves ${review.blockersRemaining} blockers`}`,
  gated: ({ passed }) => `the gate ${passed ? 'opened' : 'stayed shut'}`,
  counselled: ({ subject, recommendation }) =>
    recommendation === undefined
      ? `a panel is asked about: ${short(subject)}`
      : `the panel on "${short(subject)}": ${short(recommendation)}`,
  claimed: ({ session }) => `taken over by session ${short(session)}`,
  heard: () => 'the user spoke',
  failed: ({ reason }) => `an API error: ${short(reason)}`,
  observed: ({ tools, edits, errors }) =>
    `${tools} tools ran, ${edits.length} edits, ${errors.length} errors`,
  spent: ({ spend }) => `spent $${spend.usd.toFixed(2)}, ${spend.tokens} tokens`,
  'counted-ahead': ({ iteration }) => `state.json counts iteration ${iteration} already`,
  kept: ({ extras }) => `unknown fields of state.json are kept: ${short(Object.keys(extras).join(', '))}`,
  noted: ({ note }) => `for the next continuation: ${note.kind}`,
};

/** Says in a few words what happened. */
export function eventText(event: LoopEvent): string {
  const write = writers[event.type] as (event: LoopEvent) => string;
  return write(event);
}

function endingText({ kind, detail }: Ending): string {
  return detail === undefined ? kind : `${kind}:${sanitizeLine(detail, 100)}`;
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${short(reason)}`;
}

function short(text: string): string {
  return sanitizeLine(text, 100);
}
