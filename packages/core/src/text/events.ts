import type { Facts } from '../decide/stop-rules.ts';
import type { EventOf, LoopEvent } from '../model/event.ts';
import type { Ending, Frame, Run } from '../model/run.ts';
import { agentName } from './agent-name.ts';
import { cost, countOf, durationText, money, shortCount } from './amounts.ts';
import { endHead } from './end.ts';
import { endingName } from './endings.ts';
import { amendmentText, noteLine } from './notices.ts';
import { sanitizeLine } from './sanitize.ts';
import { JUDGED } from './words.ts';

type Writers = {
  readonly [T in LoopEvent['type']]: (
    event: EventOf<T>,
    frame: Frame | undefined,
    run: Run | undefined,
  ) => string;
};

/**
 * Names an event for people, in a few words and without a full stop. `run` is the run before the event; with it, steps
 * and tasks are named and not just numbered.
 */
export function eventText(event: LoopEvent, run?: Run): string {
  const write = writers[event.type] as (event: LoopEvent, frame?: Frame, run?: Run) => string;
  return write(event, run?.frames.at(-1), run);
}

/** How the top frame of a run ended, in words; by its kind where the run is not known. */
function endText(ending: Ending, run: Run | undefined): string {
  return run ? endHead({ ...run, ending }) : endingName(ending);
}

const writers: Writers = {
  opened: ({ run }) =>
    run.status === 'draft'
      ? `Drafted: ${quoted(run.frames[0]?.spec)}`
      : `Started: ${quoted(run.frames[0]?.spec)}, with ${planText(run.frames[0])}`,
  pushed: ({ frame }) => `Inner ${frame.mode} ${quoted(frame.spec)} pushed, with ${planText(frame)}`,
  closed: ({ ending }, frame, run) =>
    `Inner ${frame?.mode ?? 'loop'}${frame ? ` ${quoted(frame.spec)}` : ''} ended: ${endText(ending, run)}`,
  rested: ({ ending }, _frame, run) => endText(ending, run),
  resumed: ({ limits: { iterations, budgetUsd } }) =>
    `Continued, with ${iterations === null ? 'no iteration limit' : countOf(iterations, 'iteration')} and ${budgetUsd === null ? 'no budget limit' : `a budget of ${money(budgetUsd)}`} in all`,
  continued: ({ iteration }, _frame, run) => `${agentName(run)} was sent on, iteration ${iteration} begins`,
  'let-go': ({ rule }, _frame, run) =>
    `${agentName(run)} stopped, ${STAYS[rule] ?? `by the rule ${short(rule)}`}; the loop stays active`,
  signalled: ({ isDone }, _frame, run) =>
    isDone ? `${agentName(run)} claims that the work is done` : 'The claim is taken back',
  stepped: ({ index, isDone }, frame) => `${stepText(index, frame)} ${isDone ? 'done' : 'open again'}`,
  planned: ({ steps }) => `${countOf(steps.length, 'step')} added: ${steps.map(quoted).join(', ')}`,
  'step-removed': ({ index }, frame) => `${stepText(index, frame)} removed`,
  'criterion-added': ({ criterion }) => `Criterion ${quoted(criterion.name)} added`,
  'criterion-removed': ({ name }) => `Criterion ${quoted(name)} removed`,
  amended: ({ amendment }, _frame, run) => phrase(amendmentText(amendment, agentName(run))),
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
  left: () => 'The session ended',
  failed: ({ reason }) => `API error, tried again: ${short(reason)}`,
  observed: ({ tools, edits, errors }, _frame, run) => {
    const files = new Set(edits).size;
    const done = [
      files > 0 && `edited ${countOf(files, 'file')}`,
      tools > edits.length && `ran ${countOf(tools - edits.length, 'tool')}`,
      errors.length > 0 && `met ${countOf(errors.length, 'error')}`,
    ].filter(Boolean);
    return `${agentName(run)} ${done.join(', ') || 'ran no tool'}`;
  },
  spent: ({ spend }, _frame, run) =>
    `${agentName(run)} spent ${spend.isUnpriced ? 'an unknown amount' : cost(spend.usd)} (${shortCount(spend.tokens)} tokens)`,
  'counted-ahead': ({ iteration }) => `state.json already says iteration ${iteration}, which counts once`,
  kept: ({ extras }) => `Unknown fields of state.json preserved: ${short(Object.keys(extras).join(', '))}`,
  noted: ({ note }, _frame, run) => phrase(noteLine(note, run)),
};

/** Why a rule lets Claude stop without an end. */
const STAYS: Readonly<Record<string, string>> = {
  waiting: 'and something will wake it',
  'needs-user': 'and the user is needed',
};

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

function phrase(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}

function quoted(text: string | undefined): string {
  return `“${short(text ?? '')}”`;
}

function short(text: string, maxLength = 100): string {
  return sanitizeLine(text, maxLength);
}

/** Names that say more than their own words. */
const NAMES: Readonly<Record<string, string>> = { silentMs: 'silent for', ttlMs: 'time to live' };

const UNITS = { Ms: durationText, Usd: money } as const;

/** The facts of a rule in words: `silentMs` is `silent for`, and its milliseconds are a duration. Lists stay lists. */
export function factsInWords(
  facts: Facts,
): readonly { readonly name: string; readonly value: string | readonly string[] }[] {
  return Object.entries(facts).map(([key, value]) => {
    const [, bare = key, unit] = /^(.+)(Ms|Usd)$/.exec(key) ?? [];
    const name = NAMES[key] ?? bare.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (typeof value === 'object') return { name, value: value ?? 'none' };
    if (typeof value === 'boolean') return { name, value: value ? 'yes' : 'no' };
    if (typeof value === 'string') return { name, value: sanitizeLine(value, 200) };
    return {
      name,
      value: unit ? UNITS[unit as keyof typeof UNITS](value) : String(Math.round(value * 1e4) / 1e4),
    };
  });
}

/** Writes the facts of a rule as one line: `silent for: 12m; time to live: 2h`. */
export function factsLine(facts: Facts): string {
  return factsInWords(facts)
    .map(({ name, value }) => {
      const text = typeof value === 'string' ? value : value.length > 0 ? value.join(', ') : 'none';
      return `${name}: ${sanitizeLine(text, 120)}`;
    })
    .join('; ');
}
