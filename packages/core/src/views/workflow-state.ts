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

/** Reads `workflow-state.json` of seed 002, version 1. Missing fields take defaults, unknown ones stay. Never throws. */
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
  return WAVE.test(key) ? { score: 0, issues: 0, blockers: 0 } : {};
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
  const { thorough } = state.reviews;
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

function reviewsOf({ waveReviews, thorough }: Workflow, cameAs: unknown): WorkflowState['reviews'] {
  const old = isFields(cameAs) ? cameAs : {};
  const reviews: Record<string, object> = Object.fromEntries(
    waveReviews.map(({ wave, ...review }) => [`wave_${wave}`, review]),
  );
  if (thorough)
    reviews['thorough'] = { passed: thorough.passed, blockers_remaining: thorough.blockersRemaining };
  const merged = Object.entries(reviews).map(([key, review]) => {
    const before = old[key];
    return [key, { ...(isFields(before) && before), ...review }];
  });
  return { ...old, ...Object.fromEntries(merged) } as WorkflowState['reviews'];
}

/** A number with zeros in front would come back under another name. */
const WAVE = /^wave_(0|[1-9]\d{0,5})$/;

function waveReviewOf(key: string, review: WorkflowState['reviews'][string]): WaveReview[] {
  const [, wave] = WAVE.exec(key) ?? [];
  const { score = 0, issues = 0, blockers = 0 } = review;
  return wave === undefined ? [] : [{ wave: Number(wave), score, issues, blockers }];
}
