import { failureOf } from '../model/ending.ts';
import type { DoneEnding, Frame, Run } from '../model/run.ts';
import { isMet } from '../proofs.ts';
import { formatInstant } from '../views/instant.ts';
import { changeTexts, endingDetail, endingName, restFinding, resumeFlags } from './endings.ts';
import { sanitizeLine, sanitizeName } from './sanitize.ts';
import { costOf, doneSteps, iterationOf, listed, nextStep } from './words.ts';

/** An announcement about a run. */
export type Announcement =
  | { readonly kind: 'iteration'; readonly run: Run }
  | { readonly kind: 'paused'; readonly run: Run }
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
        `[LOOP] ⏸ Paused: ${causeText(run)}`,
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
  const { retryAt } = failureOf(ending) ?? {};
  return retryAt === undefined ? '' : `, best after ${formatInstant(retryAt)}`;
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

function endedLine(run: Run): string {
  const { ending } = run;
  if (!ending) return '[LOOP] Active';
  switch (ending.kind) {
    case 'stuck':
      return `[LOOP] Stuck: ${causeText(run)}`;
    case 'paused':
      return `[LOOP] ⏸ Paused: ${causeText(run)}`;
    case 'overridden':
      return '[LOOP] ⏸ Paused: overridden | the client ended the turn over our block';
    case 'verified':
    case 'claimed': {
      const detail = endingDetail(ending);
      if (detail === undefined) return `[LOOP] Ended | ${ending.kind} | ${DONE_WORDS[ending.kind]}`;
      return `[LOOP] Ended | ${ending.kind}${isSeen(ending) ? ' | ' : ' '}${sanitizeLine(detail, 300)}`;
    }
    default:
      return `[LOOP] Ended | ${endingName(ending)} | ${OVER_WORDS[ending.kind]}`;
  }
}

const DONE_WORDS = {
  verified: 'every proof holds',
  claimed: 'done by word: no check vouches for it',
} as const;

const OVER_WORDS = {
  'gave-up': 'Claude gave up',
  cancelled: 'the loop was cancelled',
  aborted: 'the loop was aborted',
} as const;

/** `claimed by word` and `verified in Claude's own shell` read on; the loop's own witnesses stand apart. */
function isSeen(ending: DoneEnding): boolean {
  const isWeak = ending.seen?.word ?? ending.seen?.relayed ?? ending.seen?.session;
  return isWeak === undefined && !ending.workTree && changeTexts(ending).length === 0;
}

/** Why a run rests: its reason, and what was found, if that says more. */
function causeText(run: Run): string {
  if (failureOf(run.ending)?.failure === 'rate-limit' && !run.isHeadless) return RATE_LIMIT;
  const reason = (run.ending && endingDetail(run.ending)) ?? 'by hand';
  return [sanitizeLine(reason, 300), restFinding(run)].filter(Boolean).join(' | ');
}

const RATE_LIMIT =
  'rate limit of the API. It goes on when Claude Code continues by itself, or when you type "continue"';

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
