import { isMet, witnessText } from '../proofs.ts';
import type { Frame, Run, TouchedFile } from '../schemas/run.ts';
import { formatInstant } from '../views/instant.ts';
import { sanitizeLine } from './sanitize.ts';
import { costOf, doneSteps, endingName, iterationOf, listed, money, nextStep, SHAPE_NAMES } from './words.ts';

/** An announcement about a run. */
export type Announcement =
  /** The start of seed 003; with the score by dimension where there is one. */
  | { readonly kind: 'starting'; readonly run: Run; readonly dimensions?: readonly Dimension[] }
  | { readonly kind: 'iteration'; readonly run: Run }
  | { readonly kind: 'step-done'; readonly run: Run; readonly step: string }
  | { readonly kind: 'paused'; readonly run: Run; readonly reason: string }
  /** `<loop-complete>` of seeds 001 to 003. */
  | {
      readonly kind: 'complete';
      readonly run: Run;
      /** The ship box of seed 002, where the gate gave one. */
      readonly box?: string;
    }
  /** `[LOOP RESUME]`: of seed 002 for a workflow, of seed 000 for every other loop. */
  | { readonly kind: 'resume'; readonly run: Run }
  /** One typed line for an end. */
  | { readonly kind: 'ended'; readonly run: Run };

/** One dimension of the spec's score, as the start announcement lists it. */
export interface Dimension {
  readonly name: string;
  readonly score: number;
  readonly because: string;
}

/** Writes an announcement in the seeds' format, letter by letter. */
export function announce(news: Announcement): string {
  const { run } = news;
  const frame = run.frames.at(-1);
  if (!frame) return news.kind === 'ended' ? endedLine(run) : '';
  switch (news.kind) {
    case 'starting':
      return starting(frame, news.dimensions ?? []);
    case 'iteration':
      return `[LOOP] Iteration ${iterationOf(frame)} | Cost: ${costOf(frame)} | Step: ${stepName(nextStep(frame)?.name)}`;
    case 'step-done':
      return `[LOOP] ✓ ${sanitizeLine(news.step)} complete | Progress: ${progress(frame)} | Next: ${stepName(nextStep(frame)?.name)}`;
    case 'paused':
      return [
        `[LOOP] ⏸ Paused: ${sanitizeLine(news.reason)}`,
        `Progress: ${stepsOrTasks(frame)}`,
        `Resume: /loop:continue${retryText(run)}`,
      ].join('\n');
    case 'complete':
      return complete(frame, news.box);
    case 'resume':
      return frame.workflow ? workflowResume(frame, frame.workflow) : criteriaResume(frame);
    case 'ended':
      return endedLine(run);
  }
}

/** The best time to go on, if known; begins with a comma. */
export function retryText({ ending }: Run): string {
  return ending?.retryAt === undefined ? '' : `, best after ${formatInstant(ending.retryAt)}`;
}

function starting(frame: Frame, dimensions: readonly Dimension[]): string {
  const shape = SHAPE_NAMES[frame.shape];
  const score = frame.score === null ? '' : ` (${frame.score}/10)`;
  const budget = frame.limits.budgetUsd === null ? 'unlimited' : money(frame.limits.budgetUsd);
  const head = `[LOOP] Starting | Shape: ${shape}${score} | Steps: ${frame.steps.length} | Budget: ${budget}`;
  if (dimensions.length === 0) return head;
  const lines = dimensions.map(
    ({ name, score: points, because }) => `- ${name}: ${points} (${sanitizeLine(because)})`,
  );
  const total = frame.score === null ? [] : [`Total: ${frame.score}/10 → ${shape}-shaped`];
  return [head, '', 'Spec scoring:', ...lines, ...total].join('\n');
}

function complete(frame: Frame, box: string | undefined): string {
  const lines =
    frame.workflow && frame.tasks.length > 0
      ? [
          'All tasks verified:',
          ...frame.tasks.map(({ id, subject, status }) => {
            const mark = markOf(status === 'completed');
            return `- ${taskName(id)}: ${mark} ${sanitizeLine(subject)}`;
          }),
        ]
      : [
          'All success criteria satisfied:',
          ...frame.criteria.map((one) => `- ${sanitizeLine(one.name)}: ${markOf(isMet(one))}`),
        ];
  const shipped = box === undefined ? [] : ['', box];
  return ['<loop-complete>', ...lines, ...shipped, '</loop-complete>'].join('\n');
}

/** A block that is written too early must not vouch for what isn't there. */
function markOf(holds: boolean): string {
  return holds ? '✓' : '✗';
}

/** Task numbers as seed 002 writes them: `T-001`. Other ids stay as they are. */
export function taskName(id: string): string {
  return /^\d{1,3}$/.test(id) ? `T-${id.padStart(3, '0')}` : sanitizeLine(id, 40);
}

function criteriaResume(frame: Frame): string {
  const unmet = frame.criteria.filter((one) => !isMet(one)).map(({ name }) => sanitizeLine(name, 80));
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
  executing: 'Read TaskList, continue waves',
  review: 'Load review state, continue resolution',
  complete: 'Offer new loop',
} as const;

const ENDING_WORDS = {
  verified: 'every proof holds',
  claimed: 'done by word: no check vouches for it',
  'gave-up': 'Claude gave up',
  stuck: 'the loop got stuck',
  paused: 'the loop is paused',
  cancelled: 'the loop was cancelled',
  aborted: 'the loop was aborted',
  overridden: 'the client ended the turn over our block',
} as const;

function endedLine({ ending, frames, touched }: Run): string {
  if (!ending) return '[LOOP] Active';
  const { kind, detail } = ending;
  if ((kind === 'verified' || kind === 'claimed') && detail !== undefined) {
    // What Claude's own shell did or said is no word on its own.
    const isSeen = /^(?:seen by |judged: )/.test(detail);
    const isChanged = kind === 'verified' && touched?.proofFiles.some(isDoubtful) === true;
    const said = isChanged ? 'verified with changed proof files' : kind;
    return `[LOOP] Ended | ${said}${isSeen || isChanged ? ' | ' : ' '}${sanitizeLine(detail, 300)}`;
  }
  const frame = frames.at(-1);
  // Old records name no witness, although a check may vouch for a part of the work.
  const hasProof = kind === 'claimed' && frame?.criteria.some((one) => one.check && isMet(one)) === true;
  const words = hasProof ? witnessText(frame) : ENDING_WORDS[kind];
  return `[LOOP] Ended | ${endingName(ending)} | ${words}`;
}

/** New tests, and new files that a check names, are honest work. Any other change may have made the proof. */
function isDoubtful({ change, kind }: TouchedFile): boolean {
  return change !== 'new' || (kind !== 'test' && kind !== 'command');
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

function stepName(name: string | undefined): string {
  return name === undefined ? 'none' : sanitizeLine(name);
}
