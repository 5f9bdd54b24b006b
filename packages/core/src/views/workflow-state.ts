import { MAX_SCORES } from '../model/defaults.ts';
import { createFrame } from '../model/plans.ts';
import type { Frame, Run, WaveReview, Workflow } from '../model/run.ts';
import { formatInstant, parseInstant } from './instant.ts';
import { SHAPES, STAGES } from '../model/vocabulary.ts';
import {
  aBoolean,
  aCount,
  aDateLike,
  aNumber,
  aText,
  countUpTo,
  type Expectation,
  having,
  listOf,
  mapOf,
  oneOf,
  optional,
  orElse,
  orNull,
  parseAs,
} from './expect.ts';
import { isFields, type Parsed, parseFields, unknownFields, wrong } from './json.ts';
import type { WorkflowState } from '../model/view-files.ts';

/** Reviews with unknown names have no defaults. */
function reviewNamed(key: string): Expectation {
  const isThorough = key === 'thorough';
  const isWave = waveOf(key) !== undefined;
  const filled = (read: Expectation, has: boolean, fallback: unknown): Expectation =>
    has ? orElse(read, fallback) : optional(read);
  return having({
    score: filled(aNumber, isWave, 0),
    issues: filled(aCount, isWave, 0),
    blockers: filled(aCount, isWave, 0),
    passed: filled(aBoolean, isThorough, false),
    blockers_remaining: filled(aCount, isThorough, 0),
  });
}

/** A file without a date is older than any loop that is still alive. */
function aDate(): Expectation {
  return orElse(aDateLike('2026-02-05T10:00:00Z'), formatInstant(0));
}

/** The fields and their defaults. `../model/view-files.ts` has the truth; a property test compares the two. */
const expectedFields = (): Readonly<Record<string, Expectation>> => ({
  version: orElse(oneOf([1]), 1),
  stage: oneOf(STAGES),
  task: orElse(aText, ''),
  spec_score: orElse(orNull(countUpTo(MAX_SCORES.spec)), null),
  fit_score: orElse(orNull(countUpTo(MAX_SCORES.fit)), null),
  // No choice yet: the shape that asks most often.
  shape_chosen: orElse(oneOf(SHAPES), 'colleague'),
  started_at: aDate(),
  last_updated: aDate(),
  recall_surfaced: orElse(listOf(aText), []),
  reviews: orElse(mapOf(reviewNamed), {}),
});

/**
 * Reads `workflow-state.json` of seed 002, version 1, from text or parsed JSON. Missing or `null` fields take
 * their defaults, a wrong type is a problem, unknown fields stay. Never throws.
 */
export function parseWorkflowState(input: unknown): Parsed<WorkflowState> {
  const fields = parseFields(input);
  if (!fields.ok) return fields;
  return Object.hasOwn(fields.value, 'stage')
    ? parseAs<WorkflowState>(having(expectedFields()), fields.value)
    : wrong('stage', 'is missing');
}

/** Gives the innermost workflow frame in the schema of seed 002; undefined where the run has none. */
export function toWorkflowState(run: Run): WorkflowState | undefined {
  const frame = run.frames.findLast(({ workflow }) => workflow !== undefined);
  if (!frame?.workflow) return undefined;
  const { workflow, extras } = frame;
  return {
    ...extras.workflow,
    version: 1,
    stage: workflow.stage,
    task: frame.spec,
    spec_score: workflow.specScore,
    fit_score: workflow.fitScore,
    shape_chosen: frame.shape,
    started_at: formatInstant(workflow.startedAt),
    last_updated: formatInstant(run.updatedAt),
    recall_surfaced: workflow.recallSurfaced,
    reviews: reviewsOf(workflow, extras.workflow['reviews']),
  };
}

/** Gives the frame that a workflow file describes. */
export function workflowFrame(state: WorkflowState, id: string, at: number): Frame {
  const plain = createFrame(
    {
      frameId: id,
      spec: state.task,
      score: state.spec_score,
      fitScore: state.fit_score,
      shape: state.shape_chosen,
      stage: state.stage,
    },
    parseInstant(state.started_at) ?? at,
  );
  const waveReviews = Object.entries(state.reviews).flatMap(([key, review]) => waveReviewOf(key, review));
  const thorough = Object.hasOwn(state.reviews, 'thorough') ? state.reviews['thorough'] : undefined;
  const wave = waveReviews.reduce((last, review) => Math.max(last, review.wave), 0);
  const workflow: Workflow = {
    ...(plain.workflow as Workflow),
    recallSurfaced: state.recall_surfaced,
    waveReviews: waveReviews.sort((one, other) => one.wave - other.wave),
    ...(thorough && {
      thorough: { passed: thorough.passed ?? false, blockersRemaining: thorough.blockers_remaining ?? 0 },
    }),
    wave,
    // A wave that was reviewed is over.
    finishedWave: wave,
  };
  const extras = unknownFields(state, Object.keys(expectedFields()));
  // Reviews keep their unknown fields.
  return { ...plain, workflow, extras: { ...plain.extras, workflow: { ...extras, reviews: state.reviews } } };
}

function reviewsOf(workflow: Workflow, cameAs: unknown): WorkflowState['reviews'] {
  const old = isFields(cameAs) ? cameAs : {};
  const oldReview = (key: string): object => {
    const review = Object.hasOwn(old, key) ? old[key] : undefined;
    return isFields(review) ? review : {};
  };
  const known = [
    ...workflow.waveReviews.map(({ wave, ...review }) => {
      const key = `wave_${wave}`;
      return [key, { ...oldReview(key), ...review }] as const;
    }),
    ...(workflow.thorough
      ? [
          [
            'thorough',
            {
              ...oldReview('thorough'),
              passed: workflow.thorough.passed,
              blockers_remaining: workflow.thorough.blockersRemaining,
            },
          ] as const,
        ]
      : []),
  ];
  return { ...old, ...Object.fromEntries(known) } as WorkflowState['reviews'];
}

const WAVE = /^wave_(\d{1,6})$/;

function waveOf(key: string): number | undefined {
  const wave = WAVE.exec(key)?.[1];
  // Numbers with zeros in front would come back under another name.
  return wave === undefined || String(Number(wave)) !== wave ? undefined : Number(wave);
}

function waveReviewOf(key: string, review: WorkflowState['reviews'][string]): WaveReview[] {
  const wave = waveOf(key);
  if (wave === undefined) return [];
  const { score = 0, issues = 0, blockers = 0 } = review;
  return [{ wave, score, issues, blockers }];
}
