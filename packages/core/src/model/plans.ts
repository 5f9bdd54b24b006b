import { DEFAULT_LIMITS, DEFAULT_TTL_MS, FRESH_BREAKER, MAX_LIMITS } from './defaults.ts';
import type { FramePlan } from './command.ts';
import type { Frame, Issues, Run, SomeLimits } from './run.ts';

/** Builds the frame that a plan describes, as it stands before the first iteration. */
export function createFrame(plan: FramePlan, at: number): Frame {
  const { score = null, fitScore = null, stage, asked, points } = plan;
  const workflow = {
    specScore: score,
    fitScore,
    startedAt: at,
    recallSurfaced: [],
    waveReviews: [],
    wave: 0,
  };
  return {
    id: plan.frameId,
    mode: plan.mode ?? 'loop',
    spec: plan.spec,
    score,
    // A workflow has its own, which its stages change.
    fitScore: stage ? undefined : (fitScore ?? undefined),
    points,
    asked,
    shape: plan.shape ?? 'tool',
    iteration: 0,
    limits: withinMaximum({ ...DEFAULT_LIMITS, ...given(plan.limits ?? {}) }),
    issues: plan.issues === undefined ? undefined : { ...NO_ISSUES, most: plan.issues },
    criteria: (plan.criteria ?? []).map((criterion) => ({ ...criterion, failures: 0 })),
    offered: plan.offered,
    steps: (plan.steps ?? []).map((name) => ({ name, isDone: false })),
    tasks: [],
    workflow: stage && { stage, ...workflow },
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

/** The issues of a grind in which none has ended. */
export const NO_ISSUES: Issues = { ended: 0, verified: 0, seen: {}, undone: [] };

/** The plan of a run. */
export interface RunPlan extends Pick<
  Run,
  'startTree' | 'guard' | 'provesChange' | 'environment' | 'isSessionOnly' | 'agent'
> {
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
    agent: plan.agent,
    status: plan.status,
    createdAt: at,
    updatedAt: at,
    ttlMs: plan.ttlMs ?? DEFAULT_TTL_MS,
    isHeadless: plan.isHeadless ?? false,
    ...(plan.isSessionOnly && { isSessionOnly: true }),
    frames: [...frames],
    closed: [],
    startTree: plan.startTree,
    guard: plan.guard,
    provesChange: plan.provesChange,
    environment: plan.environment,
    usageMark: '',
    extras: {},
    events: 0,
  };
}

/** Lowers limits to the largest that a number may set, but not below those that a hand-written file set. */
export function withinMaximum<T extends SomeLimits>(limits: T, least: SomeLimits = {}): T {
  const lowered = Object.entries(MAX_LIMITS).flatMap(([name, most]) => {
    const key = name as keyof typeof MAX_LIMITS;
    const limit = limits[key];
    return typeof limit === 'number' ? [[key, Math.min(limit, Math.max(most, least[key] ?? 0))]] : [];
  });
  return { ...limits, ...Object.fromEntries(lowered) };
}

/** The fields that have a value, so that spreading them overrides nothing else. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Adds counts and stops at the largest that is still exact, so that a run that was folded can be read back. */
export function addCounts(one: number, other: number): number {
  return Math.min(one + other, Number.MAX_SAFE_INTEGER);
}
