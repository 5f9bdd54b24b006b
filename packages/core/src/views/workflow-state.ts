import { MAX_SCORES } from '../model/defaults.ts';
import { createFrame } from '../model/plans.ts';
import type { Frame, Run, WaveReview, Workflow } from '../schemas/run.ts';
import { formatInstant, parseInstant } from './instant.ts';
import {
  describe,
  isFields,
  orDefault,
  type Parsed,
  parseFields,
  type Problem,
  unknownFields,
  wrong,
} from './json.ts';
import { SHAPES, STAGES } from '../model/vocabulary.ts';
import {
  aBoolean,
  aNumber,
  aNumberOrNull,
  aText,
  check,
  having,
  listOf,
  mapOf,
  oneOf,
  optional,
} from './expect.ts';
import type { WorkflowState } from '../schemas/workflow-state.ts';

/** The file after its defaults. `schemas/` has the truth; a property test compares the two. */
const EXPECTED = {
  version: oneOf([1]),
  stage: oneOf(STAGES),
  task: aText,
  spec_score: aNumberOrNull,
  fit_score: aNumberOrNull,
  shape_chosen: oneOf(SHAPES),
  started_at: aText,
  last_updated: aText,
  recall_surfaced: listOf(aText),
  reviews: mapOf(
    having({
      score: optional(aNumber),
      issues: optional(aNumber),
      blockers: optional(aNumber),
      passed: optional(aBoolean),
      blockers_remaining: optional(aNumber),
    }),
  ),
};

const expectedState = having(EXPECTED);
const FIELDS = Object.keys(EXPECTED);

/** A file without a date is older than any loop that is still alive. */
const LONG_AGO = formatInstant(0);

/**
 * Reads `workflow-state.json` of seed 002, version 1, from text or parsed JSON. Missing or `null` fields take
 * their defaults, a wrong type is a problem, unknown fields stay. Never throws.
 */
export function parseWorkflowState(input: unknown): Parsed<WorkflowState> {
  const parsed = parseFields(input);
  if (!parsed.ok) return parsed;
  const fields = parsed.value;
  if (!Object.hasOwn(fields, 'stage')) return wrong('stage', 'is missing');
  const shaped = check<WorkflowState>(expectedState, {
    ...fields,
    version: orDefault(fields, 'version', 1),
    task: orDefault(fields, 'task', ''),
    spec_score: orDefault(fields, 'spec_score', null),
    fit_score: orDefault(fields, 'fit_score', null),
    // No choice yet: the shape that asks most often.
    shape_chosen: orDefault(fields, 'shape_chosen', 'colleague'),
    started_at: orDefault(fields, 'started_at', LONG_AGO),
    last_updated: orDefault(fields, 'last_updated', LONG_AGO),
    recall_surfaced: orDefault(fields, 'recall_surfaced', []),
    reviews: withReviewDefaults(orDefault(fields, 'reviews', {})),
  });
  if (!shaped.ok) return shaped;
  const state = shaped.value;
  const startedAt = parseInstant(state.started_at);
  const lastUpdated = parseInstant(state.last_updated);
  const problems = [
    ...numberProblems(state),
    ...(startedAt === undefined ? [dateProblem('started_at', state.started_at)] : []),
    ...(lastUpdated === undefined ? [dateProblem('last_updated', state.last_updated)] : []),
  ];
  if (problems.length > 0 || startedAt === undefined || lastUpdated === undefined)
    return { ok: false, problems };
  return {
    ok: true,
    value: { ...state, started_at: formatInstant(startedAt), last_updated: formatInstant(lastUpdated) },
  };
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
  const extras = unknownFields(state, FIELDS);
  // Reviews keep their unknown fields.
  return { ...plain, workflow, extras: { ...plain.extras, workflow: { ...extras, reviews: state.reviews } } };
}

const WAVE_DEFAULTS = { score: 0, issues: 0, blockers: 0 } as const;
const THOROUGH_DEFAULTS = { passed: false, blockers_remaining: 0 } as const;

/** Fills in missing and `null` fields of reviews. Reviews with unknown names stay unchanged. */
function withReviewDefaults(reviews: unknown): unknown {
  if (!isFields(reviews)) return reviews;
  return Object.fromEntries(
    Object.entries(reviews).map(([key, review]) => {
      const defaults =
        key === 'thorough' ? THOROUGH_DEFAULTS : waveOf(key) === undefined ? {} : WAVE_DEFAULTS;
      if (!isFields(review)) return [key, review];
      const filled = Object.entries(defaults).map(([name, value]) => [name, orDefault(review, name, value)]);
      return [key, { ...review, ...Object.fromEntries(filled) }];
    }),
  );
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

function numberProblems(state: WorkflowState): Problem[] {
  return [
    ...outOfRange('spec_score', state.spec_score, MAX_SCORES.spec),
    ...outOfRange('fit_score', state.fit_score, MAX_SCORES.fit),
    ...Object.entries(state.reviews).flatMap(([key, review]) =>
      (['issues', 'blockers', 'blockers_remaining'] as const).flatMap((name) =>
        outOfRange(`reviews.${key}.${name}`, review[name] ?? null, Number.MAX_SAFE_INTEGER),
      ),
    ),
  ];
}

function outOfRange(field: string, value: number | null, most: number): Problem[] {
  if (value === null || (Number.isInteger(value) && value >= 0 && value <= most)) return [];
  return [{ field, reason: `expected a whole number from 0 to ${most}, got ${describe(value)}` }];
}

function dateProblem(field: string, value: string): Problem {
  return { field, reason: `expected a date like 2026-02-05T10:00:00Z, got ${describe(value)}` };
}
