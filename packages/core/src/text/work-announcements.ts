import { isMet, taskState, unreviewedWaves } from '../proofs.ts';
import type { Finding, Frame, Run, Task } from '../model/run.ts';
import { taskName } from './announce.ts';
import { sanitizeLine } from './sanitize.ts';
import { doneSteps, listed, money, nextStep, SHAPE_NAMES } from './words.ts';

// Announcements that only the command prints. They are apart from `announce`, because every stop loads that.

/** One dimension of the spec's score, as the start announcement lists it. */
export interface Dimension {
  readonly name: string;
  readonly score: number;
  readonly because: string;
}

/** Writes the start announcement of seed 003; with the fit and with the score by dimension where there is one. */
export function startingText(run: Run, dimensions: readonly Dimension[] = []): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const shape = SHAPE_NAMES[frame.shape];
  const fit = frame.fitScore === undefined ? '' : `, fit ${frame.fitScore}`;
  const score = frame.score === null ? '' : ` (${frame.score}/10${fit})`;
  const budget = frame.limits.budgetUsd === null ? 'unlimited' : money(frame.limits.budgetUsd);
  const head = `[LOOP] Starting | Shape: ${shape}${score} | Steps: ${frame.steps.length} | Budget: ${budget}`;
  if (dimensions.length === 0) return head;
  const lines = dimensions.map(
    ({ name, score: points, because }) => `- ${name}: ${points} (${sanitizeLine(because)})`,
  );
  const total = frame.score === null ? [] : [`Total: ${frame.score}/10${fit} → ${shape}-shaped`];
  return [head, '', 'Spec scoring:', ...lines, ...total].join('\n');
}

/**
 * Says in words how a loop that begins will work: alone until its checks pass, or with questions to the user.
 *
 * @example autonomyText(run) // 'Works alone until tests pass'
 */
export function autonomyText(run: Run): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const { shape, workflow, criteria } = frame;
  const pause =
    shape === 'colleague' ? 'iteration' : workflow && shape === 'tool-review' ? 'wave' : undefined;
  if (pause !== undefined && !run.isHeadless)
    return `Asks you after each ${pause}; to let it work alone: /loop:continue --shape tool`;
  const checked = criteria.flatMap(({ name, check }) => (check ? [sanitizeLine(name, 80)] : []));
  if (checked.length > 0) return `Works alone until ${passText(checked)}`;
  return `Works alone until ${workflow ? 'the gate passes' : 'Claude says that the work is done'}`;
}

/** `tests pass` for names of one word; longer names are sentences themselves. */
function passText(names: readonly string[]): string {
  const isOneWord = names.every((name) => !/\s/.test(name));
  if (!isOneWord) return `this holds: ${listed(names, 6)}`;
  return `${listed(names, 6)} ${names.length > 1 || names[0]?.endsWith('s') ? 'pass' : 'passes'}`;
}

/** Writes the announcement of seed 003 after a step. */
export function stepDoneText(run: Run, step: string): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const next = nextStep(frame)?.name;
  return `[LOOP] ✓ ${sanitizeLine(step)} complete | Progress: ${doneSteps(frame)}/${frame.steps.length} | Next: ${next === undefined ? 'none' : sanitizeLine(next)}`;
}

/**
 * Writes `<loop-complete>` of seeds 001 to 003, with the ship box of seed 002 if there is one. It says of each task
 * whether evidence or a note vouches for it.
 */
export function completeText(run: Run, box?: string): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  const lines =
    frame.workflow && frame.tasks.length > 0
      ? [tasksHead(frame), ...frame.tasks.map(taskLine), ...leftovers(frame.workflow)]
      : [
          'All success criteria satisfied:',
          ...frame.criteria.map((one) => `- ${sanitizeLine(one.name)}: ${isMet(one) ? '✓' : '✗'}`),
        ];
  const shipped = box === undefined ? [] : ['', box];
  return ['<loop-complete>', ...lines, ...shipped, '</loop-complete>'].join('\n');
}

function tasksHead({ tasks }: Frame): string {
  const verified = tasks.filter((task) => taskState(task) === 'verified').length;
  return verified === tasks.length
    ? 'All tasks verified:'
    : `Tasks, ${verified} of ${tasks.length} verified by evidence:`;
}

/** A block that is written too early must not vouch for missing proofs. */
function taskLine(task: Task): string {
  const { id, subject, metadata } = task;
  const state = taskState(task);
  const mark = state === 'verified' || state === 'claimed' ? '✓' : '✗';
  const remarks = [
    ...(state === 'verified' ? [] : [state === 'claimed' ? `claimed by ${basisOf(task)}` : state]),
    ...checkChanges(metadata).map((reason) => `check changed: ${sanitizeLine(reason, 100)}`),
  ];
  return `- ${taskName(id)}: ${mark} ${sanitizeLine(subject)}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`;
}

/** How the note of a claimed task says that it was seen. */
export function basisOf({ metadata }: Task): string {
  const { verification } = metadata;
  return typeof verification === 'string' ? sanitizeLine(verification, 40) : 'observation';
}

/** The reasons on record for changes of a task's check. */
export function checkChanges({ checkChanges: changes }: Task['metadata']): string[] {
  return Array.isArray(changes) ? changes.filter((one) => typeof one === 'string') : [];
}

/** Findings that stay, and reviews that were skipped. */
function leftovers(workflow: NonNullable<Frame['workflow']>): string[] {
  const left = (workflow.findings ?? []).filter(({ resolution, wave }) => resolution && wave === undefined);
  const skipped = unreviewedWaves(workflow);
  return [
    ...(left.length > 0 ? ['Findings of the review:', ...left.map(findingLine)] : []),
    ...(skipped.length > 0 ? [`No light review: wave ${skipped.join(', ')}.`] : []),
  ];
}

function findingLine({ severity, text, resolution }: Finding): string {
  const why = resolution?.reason === undefined ? '' : `: ${sanitizeLine(resolution.reason, 100)}`;
  return `- ${severity}: ${sanitizeLine(text)} (${resolution?.choice ?? 'open'}${why})`;
}
