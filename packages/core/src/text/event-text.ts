import type { EventOf, LoopEvent } from '../model/event.ts';
import type { Frame, Note } from '../model/run.ts';
import { countOf } from './count-of.ts';
import { durationText } from './duration-text.ts';
import { amendmentText } from './notice-text.ts';
import { sanitizeLine } from './sanitize.ts';
import { warningText } from './warning-text.ts';
import { endingDetail, endingName } from './endings.ts';
import { JUDGED, money } from './words.ts';

type Writers = {
  readonly [T in LoopEvent['type']]: (event: EventOf<T>, frame: Frame | undefined) => string;
};

/**
 * Names an event for people, in a few words and without a full stop. `frame` is the top frame before the event;
 * with it, steps and tasks are named and not just numbered.
 */
export function eventText(event: LoopEvent, frame?: Frame): string {
  const write = writers[event.type] as (event: LoopEvent, frame: Frame | undefined) => string;
  return write(event, frame);
}

const writers: Writers = {
  opened: ({ run }) =>
    run.status === 'draft'
      ? `Drafted: ${quoted(run.frames[0]?.spec)}`
      : `Started: ${quoted(run.frames[0]?.spec)}, with ${planText(run.frames[0])}`,
  pushed: ({ frame }) => `Inner ${frame.mode} ${quoted(frame.spec)} pushed, with ${planText(frame)}`,
  closed: ({ ending }, frame) =>
    `Inner ${frame?.mode ?? 'loop'}${frame ? ` ${quoted(frame.spec)}` : ''} ended: ${endingName(ending)}`,
  rested: ({ status, ending }) =>
    `${REST_NAMES[status]}: ${ending.kind === status ? short(endingDetail(ending) ?? 'no reason given') : endingName(ending)}`,
  resumed: ({ limits: { iterations, budgetUsd } }) =>
    `Continued, with ${iterations === null ? 'no iteration limit' : countOf(iterations, 'iteration')} and ${budgetUsd === null ? 'no budget limit' : `a budget of ${money(budgetUsd)}`} in all`,
  continued: ({ iteration }) => `Stop blocked, iteration ${iteration} begins`,
  'let-go': ({ rule }) => `Stop allowed by rule ${short(rule)}, the loop stays alive`,
  signalled: ({ isDone }) => (isDone ? 'Claude claims that the work is done' : 'The claim is taken back'),
  stepped: ({ index, isDone }, frame) => `${stepText(index, frame)} ${isDone ? 'done' : 'open again'}`,
  planned: ({ steps }) => `${countOf(steps.length, 'step')} added: ${steps.map(quoted).join(', ')}`,
  'step-removed': ({ index }, frame) => `${stepText(index, frame)} removed`,
  'criterion-added': ({ criterion }) => `Criterion ${quoted(criterion.name)} added`,
  'criterion-removed': ({ name }) => `Criterion ${quoted(name)} removed`,
  amended: ({ amendment }) => amendmentText(amendment).replace(/\.$/, ''),
  approved: ({ names }) => `The user approved ${names.map(quoted).join(', ')}`,
  ticked: ({ name, tick }) => `${quoted(name)} ticked by ${tick.basis}`,
  unticked: ({ name }) => `${quoted(name)} no longer ticked`,
  proved: ({ name, evidence: { passed, durationMs, reason, judgement } }) =>
    `${judgement ? 'Judge' : 'Check'} of ${quoted(name)} ${judgement ? JUDGED[judgement.answer] : passed ? 'passed' : 'failed'} in ${durationText(durationMs)}${reason === undefined ? '' : `: ${short(reason)}`}`,
  'task-added': ({ task }) => `Task ${short(task.id, 40)} ${quoted(task.subject)} added`,
  'task-changed': ({ id, status, owner, metadata }, frame) => {
    const name = taskText(id, frame);
    const failure = metadata?.['lastFailure'];
    if (status === 'completed') return `${name} completed`;
    if (status === 'in_progress') return `${name} taken${owner ? ` by ${short(owner, 40)}` : ''}`;
    if (typeof failure === 'string') return `${name} failed: ${short(failure)}`;
    return `${name} ${status === 'pending' ? 'given back' : 'changed'}`;
  },
  'task-removed': ({ id, reason }, frame) =>
    `${taskText(id, frame)} removed${reason === undefined ? '' : `: ${short(reason)}`}`,
  'wave-begun': ({ wave }) => `Wave ${wave} begun`,
  'wave-finished': ({ wave }) => `Wave ${wave} finished`,
  staged: ({ stage, question }) => {
    if (question) return `Asked the user: ${short(question)}`;
    return stage === undefined ? 'Workflow details changed' : `Stage: ${stage}`;
  },
  'wave-reviewed': ({ review: { wave, score, issues, blockers } }) =>
    `Review of wave ${wave}: ${score}/10, ${countOf(issues, 'issue')}, ${countOf(blockers, 'blocker')}`,
  'thoroughly-reviewed': ({ review: { passed, blockersRemaining } }) =>
    passed ? 'Thorough review passed' : `Thorough review: ${countOf(blockersRemaining, 'blocker')} left`,
  settled: ({ finding, resolution: { choice, reason } }) =>
    `Finding ${quoted(finding)}: ${choice}${reason === undefined ? '' : `, ${short(reason)}`}`,
  gated: ({ passed }) => (passed ? 'Gate passed' : 'Gate failed'),
  counselled: ({ subject, recommendation }) =>
    recommendation === undefined
      ? `Panel asked about ${quoted(subject)}`
      : `Panel on ${quoted(subject)}: ${short(recommendation, 200)}`,
  claimed: ({ session }) => `Taken over by session ${short(session)}`,
  heard: () => 'The user spoke',
  failed: ({ reason }) => `API error, tried again: ${short(reason)}`,
  observed: ({ tools, edits, errors }) =>
    `${countOf(tools, 'tool')} ran, ${countOf(edits.length, 'edit')}, ${countOf(errors.length, 'error')}`,
  spent: ({ spend }) => `Spent $${spend.usd.toFixed(2)}, ${countOf(spend.tokens, 'token')}`,
  'counted-ahead': ({ iteration }) => `state.json already says iteration ${iteration}, which counts once`,
  kept: ({ extras }) => `Unknown fields of state.json preserved: ${short(Object.keys(extras).join(', '))}`,
  noted: ({ note }) => noteText(note),
};

const REST_NAMES: Readonly<Record<EventOf<'rested'>['status'], string>> = {
  draft: 'Back to a draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
  stuck: 'Stuck',
  aborted: 'Aborted',
  cancelled: 'Cancelled',
};

function noteText(note: Note): string {
  switch (note.kind) {
    case 'tick-undone':
      return `${quoted(note.criterion)} was ticked by hand although it has a check; undone`;
    case 'edit-refused':
      return `Edit of ${note.field === '' ? '' : `${short(note.field, 40)} in `}state.json refused: ${short(note.reason)}`;
    case 'budget':
      return warningText(note).replace(/\.$/, '');
    case 'criteria-disagree':
      return `The status block disagrees with the record: ${note.criteria.map(quoted).join(', ')}`;
    case 'ask-panel':
      return `Claude is asked to consult the panel about ${quoted(note.subject)}`;
    case 'popped':
      return `Inner loop ${quoted(note.spec)} ended: ${short(note.ending)}`;
  }
}

function planText(frame: Frame | undefined): string {
  const criteria = countOf(frame?.criteria.length ?? 0, 'criterion', 'criteria');
  return `${criteria} and ${countOf(frame?.steps.length ?? 0, 'step')}`;
}

function stepText(index: number, frame: Frame | undefined): string {
  const name = frame?.steps[index]?.name;
  return name === undefined ? `Step ${index + 1}` : `Step ${quoted(name)}`;
}

function taskText(id: string, frame: Frame | undefined): string {
  const subject = frame?.tasks.find((one) => one.id === id)?.subject;
  return `Task ${short(id, 40)}${subject === undefined ? '' : ` ${quoted(subject)}`}`;
}

function quoted(text: string | undefined): string {
  return `“${short(text ?? '')}”`;
}

function short(text: string, maxLength = 100): string {
  return sanitizeLine(text, maxLength);
}
