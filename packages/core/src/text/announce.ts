import { isMet, witnessText } from '../proofs.ts';
import type { Frame, Run } from '../model/run.ts';
import { formatInstant } from '../views/instant.ts';
import { restCause, resumeFlags } from './rest-text.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';
import { costOf, doneSteps, endingName, iterationOf, listed, nextStep } from './words.ts';

/** An announcement about a run. */
export type Announcement =
  | { readonly kind: 'iteration'; readonly run: Run }
  | { readonly kind: 'paused'; readonly run: Run; readonly reason: string }
  /** `[LOOP RESUME]`: of seed 002 for a workflow, of seed 000 for every other loop. */
  | { readonly kind: 'resume'; readonly run: Run }
  /** One typed line for an end or a rest: ended, paused, or stuck. */
  | { readonly kind: 'ended'; readonly run: Run };

/** Writes an announcement in the seeds' format, letter by letter. */
export function announce(news: Announcement): string {
  const { run } = news;
  const frame = run.frames.at(-1);
  if (!frame) return news.kind === 'ended' ? endedLine(run) : '';
  switch (news.kind) {
    case 'iteration':
      return `[LOOP] Iteration ${iterationOf(frame)} | Cost: ${costOf(frame)} | ${placeOf(frame)}`;
    case 'paused':
      return [
        `[LOOP] ⏸ Paused: ${[sanitizeLine(news.reason), restCause(run)].filter(Boolean).join(' | ')}`,
        `Progress: ${stepsOrTasks(frame)}`,
        `Resume: ${resumeText(run)}${retryText(run)}`,
      ].join('\n');
    case 'resume':
      return frame.workflow ? workflowResume(frame, frame.workflow) : criteriaResume(frame);
    case 'ended':
      return endedLine(run);
  }
}

/** The command that resumes a resting run. */
export function resumeText(run: Run): string {
  const [flag, amount] = resumeFlags(run);
  return flag === undefined ? '/loop:continue' : `/loop:continue ${flag}=${amount}`;
}

/** The best time to go on, if known; begins with a comma. */
export function retryText({ ending }: Run): string {
  return ending?.retryAt === undefined ? '' : `, best after ${formatInstant(ending.retryAt)}`;
}

/** Task numbers as seed 002 writes them: `T-001`. Other ids stay as they are. */
export function taskName(id: string): string {
  return /^\d{1,3}$/.test(id) ? `T-${id.padStart(3, '0')}` : sanitizeLine(id, 40);
}

function criteriaResume(frame: Frame): string {
  const unmet = frame.criteria.filter((one) => !isMet(one)).map(({ name }) => sanitizeName(name, 80));
  return [
    '[LOOP RESUME] Active loop detected',
    `Spec: ${sanitizeLine(frame.spec, 100)}`,
    `Progress: ${progress(frame)} steps | Iteration: ${frame.iteration}`,
    `Unmet criteria: ${unmet.length > 0 ? listed(unmet, 20) : 'none'}`,
    `Next: ${stepName(nextStep(frame)?.name)}`,
  ].join('\n');
}

function workflowResume(frame: Frame, workflow: NonNullable<Frame['workflow']>): string {
  const done = frame.tasks.filter(({ status }) => status === 'completed').length;
  const reviews = workflow.waveReviews
    .slice(-20)
    .map(
      ({ wave, score, blockers }) =>
        `wave ${wave}: ${score}/10${blockers > 0 ? `, ${blockers} blockers` : ''}`,
    );
  if (workflow.thorough) {
    const { passed, blockersRemaining } = workflow.thorough;
    const left = blockersRemaining > 0 ? `${blockersRemaining} blockers remain` : 'to be done again';
    reviews.push(`thorough: ${passed ? 'passed' : left}`);
  }
  return [
    '[LOOP RESUME] Active loop detected',
    `Stage: ${workflow.stage} | Spec: ${workflow.specScore ?? '-'}/10 | Fit: ${workflow.fitScore ?? '-'}`,
    `Progress: ${done}/${frame.tasks.length} tasks | Wave: ${workflow.wave}`,
    `Reviews: ${reviews.length > 0 ? reviews.join('; ') : 'none'}`,
    `Next: ${NEXT_BY_STAGE[workflow.stage]}`,
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

const ENDING_WORDS = {
  verified: 'every proof holds',
  claimed: 'done by word: no check vouches for it',
  'gave-up': 'Claude gave up',
  cancelled: 'the loop was cancelled',
  aborted: 'the loop was aborted',
} as const;

function endedLine(run: Run): string {
  const { ending, frames } = run;
  if (!ending) return '[LOOP] Active';
  const { kind, detail } = ending;
  if (kind === 'stuck') return `[LOOP] Stuck: ${causeOf(run, 'no progress')}`;
  if (kind === 'paused') return `[LOOP] ⏸ Paused: ${causeOf(run, 'by hand')}`;
  if (kind === 'overridden') return '[LOOP] ⏸ Paused: overridden | the client ended the turn over our block';
  if ((kind === 'verified' || kind === 'claimed') && detail !== undefined) {
    // What Claude's own shell did or said is no word on its own.
    const isSeen = /^(?:seen by |judged: )/.test(detail);
    return `[LOOP] Ended | ${kind}${isSeen ? ' | ' : ' '}${sanitizeLine(detail, 300)}`;
  }
  const frame = frames.at(-1);
  // Old records name no witness, although a check may vouch for a part of the work.
  const hasProof = kind === 'claimed' && frame?.criteria.some((one) => one.check && isMet(one)) === true;
  const words = hasProof ? witnessText(frame) : ENDING_WORDS[kind];
  return `[LOOP] Ended | ${endingName(ending)} | ${words}`;
}

/** Why a run rests: its reason, and the breaker's finding if there is one. */
function causeOf(run: Run, unnamed: string): string {
  return [sanitizeLine(run.ending?.detail ?? unnamed, 300), restCause(run)].filter(Boolean).join(' | ');
}

/** A workflow moves in tasks; they are its steps where it has no others. */
function stepsOrTasks({ steps, tasks }: Frame): string {
  const isDone =
    steps.length > 0 ? steps.map((step) => step.isDone) : tasks.map(({ status }) => status === 'completed');
  const done = isDone.filter(Boolean).length;
  return `${done} steps complete, ${isDone.length - done} remaining`;
}

function progress(frame: Frame): string {
  return `${doneSteps(frame)}/${frame.steps.length}`;
}

/** The step or, where there are no steps, the task or the stage at which a loop is. */
function placeOf(frame: Frame): string {
  const { steps, tasks, workflow } = frame;
  const open = tasks.filter(({ status }) => status !== 'completed');
  const task = open.find(({ status }) => status === 'in_progress') ?? open[0];
  if (steps.length === 0 && task) return `Task: ${taskName(task.id)} ${sanitizeLine(task.subject, 100)}`;
  if (steps.length === 0 && workflow) return `Stage: ${workflow.stage}`;
  return `Step: ${stepName(nextStep(frame)?.name)}`;
}

function stepName(name: string | undefined): string {
  return name === undefined ? 'none' : sanitizeName(name);
}
