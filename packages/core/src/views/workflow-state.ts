import { createFrame } from '../model/plans.ts';
import type { Frame, Run, WaveReview, Workflow } from '../model/run.ts';
import { type WorkflowState, workflowStateSchema } from '../model/view-files.ts';
import { formatInstant, LONG_AGO, normalInstant, parseInstant } from './instant.ts';
import {
  type Fields,
  isFields,
  parseAs,
  type Parsed,
  parseFields,
  unknownFields,
  withDefaults,
  wrong,
} from './json.ts';

const DEFAULTS = {
  version: 1,
  stage: undefined,
  task: '',
  spec_score: null,
  fit_score: null,
  // No choice yet: the shape that asks most often.
  shape_chosen: 'colleague',
  started_at: LONG_AGO,
  last_updated: LONG_AGO,
  recall_surfaced: [],
  reviews: {},
};

/**
 * Reads `workflow-state.json` of seed 002, version 1, from text or parsed JSON. Missing or `null` fields take
 * their defaults, a wrong type is a problem, unknown fields stay. Never throws.
 */
export function parseWorkflowState(input: unknown): Parsed<WorkflowState> {
  const fields = parseFields(input);
  if (!fields.ok) return fields;
  if (!Object.hasOwn(fields.value, 'stage')) return wrong('stage', 'is missing');
  const { started_at, last_updated, reviews, ...rest } = fields.value;
  const state = {
    ...rest,
    started_at: normalInstant(started_at),
    last_updated: normalInstant(last_updated),
    reviews: isFields(reviews)
      ? Object.fromEntries(
          Object.entries(reviews).map(([key, one]) => [key, withDefaults(one, reviewDefaults(key))]),
        )
      : reviews,
  };
  return parseAs(workflowStateSchema, withDefaults(state, DEFAULTS));
}

/** Reviews with unknown names have no defaults. */
function reviewDefaults(key: string): Fields {
  if (key === 'thorough') return { passed: false, blockers_remaining: 0 };
  return waveOf(key) === undefined ? {} : { score: 0, issues: 0, blockers: 0 };
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
  const extras = unknownFields(state, Object.keys(DEFAULTS));
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
