import type { Mode, Shape, Stage } from '../schemas/primitives.ts';
import type { Breaker, Check, Frame, Limits, Run, SomeLimits } from '../schemas/run.ts';

/** The limits of a frame for which nobody said otherwise (seed 003, cost controls). */
export const DEFAULT_LIMITS: Limits = { iterations: 10, budgetUsd: 25, budgetTokens: null, timeMs: null };

/** The most that may be asked for by number; beyond it only "unlimited" or "none" helps (seed 003). */
export const MAX_LIMITS = { iterations: 50, budgetUsd: 100 } as const;

/** The deepest stack of loops; nobody can follow more, and every pop walks through it. */
export const MAX_FRAMES = 32;

/** Silence after which a run is stale (seed 004: 7,200 s). */
export const DEFAULT_TTL_MS = 7_200_000;

/** The counters of a frame that has just begun. */
export const FRESH_BREAKER: Breaker = {
  stuckCount: 0,
  lastUnmet: '',
  idle: 0,
  message: '',
  messageCount: 0,
  error: '',
  errorCount: 0,
  edits: [],
  tools: 0,
  retries: 0,
  denials: 0,
  hasProgress: false,
};

/** What a frame is made from. */
export interface FramePlan {
  readonly frameId: string;
  readonly spec: string;
  readonly mode?: Mode | undefined;
  readonly score?: number | null | undefined;
  readonly fitScore?: number | null | undefined;
  readonly shape?: Shape | undefined;
  readonly criteria?: readonly { readonly name: string; readonly check?: Check | undefined }[] | undefined;
  readonly steps?: readonly string[] | undefined;
  readonly limits?: SomeLimits | undefined;
  readonly stage?: Stage | undefined;
}

/** Builds the frame that a plan describes, as it stands before the first iteration. */
export function createFrame(plan: FramePlan, at: number): Frame {
  return {
    id: plan.frameId,
    mode: plan.mode ?? 'loop',
    spec: plan.spec,
    score: plan.score ?? null,
    shape: plan.shape ?? 'tool',
    iteration: 0,
    limits: withinMaximum({ ...DEFAULT_LIMITS, ...given(plan.limits) }),
    criteria: (plan.criteria ?? []).map(({ name, check }) => ({
      name,
      ...(check && { check }),
      failures: 0,
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

/** What a run is made from. */
export interface RunPlan {
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
    usageMark: '',
    extras: {},
    events: 0,
  };
}

/** Limits that ask for more than may be asked for by number come down to the maximum. */
export function withinMaximum(limits: Limits): Limits {
  return {
    ...limits,
    iterations: limits.iterations === null ? null : Math.min(limits.iterations, MAX_LIMITS.iterations),
    budgetUsd: limits.budgetUsd === null ? null : Math.min(limits.budgetUsd, MAX_LIMITS.budgetUsd),
  };
}

/** Of limits that are named, those that ask for more than may be asked for by number come down to the maximum. */
export function someWithinMaximum(limits: SomeLimits): SomeLimits {
  const asked = given(limits);
  const { iterations, budgetUsd } = withinMaximum({ ...DEFAULT_LIMITS, ...asked });
  return {
    ...asked,
    ...(asked.iterations !== undefined && { iterations }),
    ...(asked.budgetUsd !== undefined && { budgetUsd }),
  };
}

/** Drops the keys that stand there with `undefined`, so that spreading them overrides nothing. */
function given(limits: SomeLimits = {}): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
