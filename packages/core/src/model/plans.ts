import { DEFAULT_LIMITS, DEFAULT_TTL_MS, FRESH_BREAKER, MAX_LIMITS } from './defaults.ts';
import type { FramePlan } from './command.ts';
import type { Frame, Limits, Run, SomeLimits } from './run.ts';

/** Builds the frame that a plan describes, as it stands before the first iteration. */
export function createFrame(plan: FramePlan, at: number): Frame {
  return {
    id: plan.frameId,
    mode: plan.mode ?? 'loop',
    spec: plan.spec,
    score: plan.score ?? null,
    // A workflow has its own, which its stages change.
    ...(typeof plan.fitScore === 'number' && !plan.stage && { fitScore: plan.fitScore }),
    ...(plan.points && { points: plan.points }),
    shape: plan.shape ?? 'tool',
    iteration: 0,
    limits: withinMaximum({ ...DEFAULT_LIMITS, ...given(plan.limits) }),
    ...(plan.asked && { asked: plan.asked }),
    criteria: (plan.criteria ?? []).map(({ name, check, by }) => ({
      name,
      ...(check && { check }),
      failures: 0,
      ...(by && { by }),
    })),
    steps: (plan.steps ?? []).map((name) => ({ name, isDone: false })),
    tasks: [],
    ...(plan.stage && {
      workflow: {
        stage: plan.stage,
        specScore: plan.score ?? null,
        fitScore: plan.fitScore ?? null,
        startedAt: at,
        recallSurfaced: [],
        waveReviews: [],
        wave: 0,
      },
    }),
    breaker: FRESH_BREAKER,
    spend: { usd: 0, tokens: 0 },
    exitSignal: false,
    checkInDue: false,
    countedAhead: false,
    notes: [],
    startedAt: at,
    extras: { criteria: {}, workflow: {}, stack: {} },
  };
}

/** The plan of a run. */
export interface RunPlan extends Pick<Run, 'startTree' | 'guard' | 'environment'> {
  readonly runId: string;
  readonly session: string;
  readonly status: 'draft' | 'active';
  readonly ttlMs?: number | undefined;
  readonly isHeadless?: boolean | undefined;
}

/** Builds a run with the given stack. */
export function createRun(plan: RunPlan, frames: readonly Frame[], at: number): Run {
  return {
    id: plan.runId,
    session: plan.session,
    status: plan.status,
    createdAt: at,
    updatedAt: at,
    ttlMs: plan.ttlMs ?? DEFAULT_TTL_MS,
    isHeadless: plan.isHeadless ?? false,
    frames: [...frames],
    closed: [],
    ...(plan.startTree && { startTree: plan.startTree }),
    ...(plan.guard && { guard: plan.guard }),
    ...(plan.environment && { environment: plan.environment }),
    usageMark: '',
    extras: {},
    events: 0,
  };
}

/** Lowers limits to the largest that a number may set. */
export function withinMaximum<T extends SomeLimits>(limits: T): T {
  const lowered = Object.entries(MAX_LIMITS).flatMap(([key, most]) => {
    const limit = limits[key as keyof typeof MAX_LIMITS];
    return typeof limit === 'number' ? [[key, Math.min(limit, most)]] : [];
  });
  return { ...limits, ...Object.fromEntries(lowered) };
}

/** Drops keys whose value is undefined, so that spreading them overrides nothing. */
export function given(limits: SomeLimits = {}): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
