import type { Finding, Frame, Run, Task, Workflow } from '../model/run.ts';
import { isMet, openTasks, taskState, unreviewedWaves } from '../proofs.ts';
import { agentName } from './agent-name.ts';
import { costOf, countOf, iterationOf, limitText, listed } from './amounts.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';
import { nextStepName, stepCount, taskCount, taskName } from './words.ts';

/**
 * An announcement about a run. `resume` is `[LOOP RESUME]` of seed 002 for a workflow, of seed 000 for every other loop.
 */
export interface Announcement {
  readonly kind: 'iteration' | 'resume';
  readonly run: Run;
}

/** Writes an announcement in the seeds' format, letter by letter. */
export function announce({ kind, run }: Announcement): string {
  const frame = run.frames.at(-1);
  if (!frame) return '';
  switch (kind) {
    case 'iteration':
      return `[LOOP] Iteration ${iterationOf(frame)} | Cost: ${costOf(frame)} | ${placeOf(frame)}`;
    case 'resume':
      return frame.workflow ? workflowResume(frame, frame.workflow) : criteriaResume(frame);
  }
}

function criteriaResume(frame: Frame): string {
  const unmet = frame.criteria.filter((one) => !isMet(one)).map(({ name }) => sanitizeName(name, 80));
  return [
    '[LOOP RESUME] Active loop detected',
    `Spec: ${sanitizeLine(frame.spec, 100)}`,
    `Progress: ${hasOnlyTasks(frame) ? `${taskCount(frame)} tasks` : `${stepCount(frame)} steps`} | Iteration: ${frame.iteration}`,
    `Unmet criteria: ${unmet.length > 0 ? listed(unmet, 20) : 'none'}`,
    `Next: ${hasOnlyTasks(frame) ? nextTaskName(frame) : nextStepName(frame)}`,
  ].join('\n');
}

function workflowResume(frame: Frame, workflow: Workflow): string {
  const { stage, specScore, fitScore, wave: wavesBegun, thorough } = workflow;
  const reviews = workflow.waveReviews
    .slice(-20)
    .map(
      ({ wave, score, blockers }) =>
        `wave ${wave}: ${score}/10${blockers > 0 ? `, ${blockers} blockers` : ''}`,
    );
  if (thorough) {
    const left = thorough.blockersRemaining;
    const failed = left > 0 ? `${left} blockers remain` : 'to be done again';
    reviews.push(`thorough: ${thorough.passed ? 'passed' : failed}`);
  }
  return [
    '[LOOP RESUME] Active loop detected',
    `Stage: ${stage} | Spec: ${specScore ?? '-'}/10 | Fit: ${fitScore ?? '-'}`,
    `Progress: ${taskCount(frame)} tasks | Wave: ${wavesBegun}`,
    `Reviews: ${reviews.length > 0 ? reviews.join('; ') : 'none'}`,
    `Next: ${NEXT_BY_STAGE[stage]}`,
  ].join('\n');
}

/** The resume line of each stage (seed 002, stage-specific resume). */
const NEXT_BY_STAGE = {
  intent: 'Read spec_score, continue to shape',
  shape: 'Read SHAPE.md, continue to decompose',
  decompose: 'Continue creating tasks',
  executing: 'Read the tasks, continue waves',
  review: 'Load review state, continue resolution',
  complete: 'Offer new loop',
} as const;

/** A loop without steps moves in its tasks, which may come from Claude's own list. */
function hasOnlyTasks({ steps, tasks }: Frame): boolean {
  return steps.length === 0 && tasks.length > 0;
}

/** The task at work, else the first open one. */
function nextTaskName(frame: Frame): string {
  const open = openTasks(frame);
  const task = open.find(({ status }) => status === 'in_progress') ?? open[0];
  return task ? `${taskName(task.id)} ${sanitizeLine(task.subject, 100)}` : 'none';
}

/** The step or, where there are no steps, the task or the stage at which a loop is. */
function placeOf(frame: Frame): string {
  if (frame.steps.length > 0) return `Step: ${nextStepName(frame)}`;
  if (openTasks(frame).length > 0) return `Task: ${nextTaskName(frame)}`;
  return frame.workflow ? `Stage: ${frame.workflow.stage}` : 'Step: none';
}

/** Writes the status block of seed 003 for the active frame. */
export function statusBlock({ frames }: Run): string {
  const frame = frames.at(-1);
  // JSON on one line, with the seed's spaces after colons and commas.
  const criteria = new Map(frame?.criteria.map((one) => [sanitizeLine(one.name), isMet(one)]));
  const fields = [...criteria].map(([name, met]) => `${JSON.stringify(name)}: ${met}`);
  return [
    '---LOOP_STATUS---',
    `EXIT_SIGNAL: ${frame?.exitSignal ?? false}`,
    `CRITERIA: {${fields.join(', ')}}`,
    `STUCK_COUNT: ${frame?.breaker.stuckCount ?? 0}`,
    `NEXT: ${frame ? nextStepName(frame) : 'none'}`,
    '---END_STATUS---',
  ].join('\n');
}

/** One dimension of the spec's score, as the start announcement lists it. */
export interface Dimension {
  readonly name: string;
  readonly score: number;
  readonly because: string;
}

const SHAPE_NAMES = { tool: 'Tool', 'tool-review': 'Tool-with-review', colleague: 'Colleague' } as const;

/** Writes the start announcement of seed 003; with the fit and with the score by dimension where there is one. */
export function startingText({ frames }: Run, dimensions: readonly Dimension[] = []): string {
  const frame = frames.at(-1);
  if (!frame) return '';
  const shape = SHAPE_NAMES[frame.shape];
  const fit = frame.fitScore === undefined ? '' : `, fit ${frame.fitScore}`;
  const points = frame.score === null ? '' : `${frame.score}/10${fit}`;
  const budget = limitText('budgetUsd', frame.limits.budgetUsd);
  const head = `[LOOP] Starting | Shape: ${shape}${points && ` (${points})`} | Steps: ${frame.steps.length} | Budget: ${budget}`;
  if (dimensions.length === 0) return head;
  return [
    head,
    '',
    'Spec scoring:',
    ...dimensions.map(({ name, score, because }) => `- ${name}: ${score} (${sanitizeLine(because)})`),
    ...(points ? [`Total: ${points} → ${shape}-shaped`] : []),
  ].join('\n');
}

/**
 * Says in words how a loop that begins will work: alone until its checks pass, or with questions to the user.
 *
 * @example autonomyText(run) // 'Works alone until tests pass'
 */
export function autonomyText(run: Run): string {
  const { frames, isHeadless } = run;
  const frame = frames.at(-1);
  if (!frame) return '';
  const { shape, workflow, criteria, limits, issues, mode } = frame;
  const pause =
    shape === 'colleague' ? 'iteration' : workflow && shape === 'tool-review' ? 'wave' : undefined;
  if (pause !== undefined && !isHeadless)
    return `Asks you after each ${pause}; to let it work alone: /loop:continue --shape tool`;
  if (mode === 'grind') {
    const most = issues?.most === undefined ? 'no issue is left' : `${countOf(issues.most, 'issue')} ended`;
    return `Works alone until ${most}; iterations for each: ${limitText('iterations', limits.iterations)}`;
  }
  const checked = criteria.flatMap(({ name, check }) => (check ? [sanitizeLine(name, 80)] : []));
  if (checked.length > 0) return `Works alone until ${passText(checked)}`;
  return `Works alone until ${workflow ? 'the gate passes' : `${agentName(run)} says that the work is done`}`;
}

/** `tests pass` for names of one word; longer names are sentences themselves. */
function passText(names: readonly string[]): string {
  if (names.some((name) => /\s/.test(name))) return `this holds: ${listed(names, 6)}`;
  return `${listed(names, 6)} ${names.length > 1 || names[0]?.endsWith('s') ? 'pass' : 'passes'}`;
}

/** Writes the announcement of seed 003 after a step. */
export function stepDoneText({ frames }: Run, step: string): string {
  const frame = frames.at(-1);
  if (!frame) return '';
  return `[LOOP] ✓ ${sanitizeLine(step)} complete | Progress: ${stepCount(frame)} | Next: ${nextStepName(frame)}`;
}

/**
 * Writes `<loop-complete>` of seeds 001 to 003, with the ship box of seed 002 if there is one. It says of each task
 * whether evidence or a note vouches for it.
 */
export function completeText({ frames }: Run, box?: string): string {
  const frame = frames.at(-1);
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
  const state = taskState(task);
  const mark = state === 'verified' || state === 'claimed' ? '✓' : '✗';
  const remarks = [
    ...(state === 'verified' ? [] : [state === 'claimed' ? `claimed by ${basisOf(task)}` : state]),
    ...checkChanges(task.metadata).map((reason) => `check changed: ${sanitizeLine(reason, 100)}`),
  ];
  return `- ${taskName(task.id)}: ${mark} ${sanitizeLine(task.subject)}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`;
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
function leftovers(workflow: Workflow): string[] {
  const left = resolvedFindings(workflow);
  const skipped = unreviewedWaves(workflow);
  return [
    ...(left.length > 0 ? ['Findings of the review:', ...left.map(findingLine)] : []),
    ...(skipped.length > 0 ? [`No light review: wave ${skipped.join(', ')}.`] : []),
  ];
}

/** The findings of the thorough review with what became of them. */
export function resolvedFindings({ findings = [] }: Workflow): Finding[] {
  return findings.filter(({ resolution, wave }) => resolution && wave === undefined);
}

function findingLine({ severity, text, resolution }: Finding): string {
  const why = resolution?.reason === undefined ? '' : `: ${sanitizeLine(resolution.reason, 100)}`;
  return `- ${severity}: ${sanitizeLine(text)} (${resolution?.choice ?? 'open'}${why})`;
}
