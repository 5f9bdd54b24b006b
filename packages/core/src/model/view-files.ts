import type { Mode, Shape, Stage } from './vocabulary.ts';

/** `state.json` of seeds 000 and 003, names as the wire has them; unknown fields stay. */
export interface CriteriaState {
  spec: string;
  criteria: string[];
  criteriaStatus: Readonly<Record<string, boolean>>;
  exit_signal: boolean;
  steps: string[];
  completedSteps: string[];
  remainingSteps: string[];
  iteration: number;
  status: string;
  circuitBreaker: {
    stuckCount: number;
    lastUnmet: string;
    [key: string]: unknown;
  };
  [key: string]: unknown;
}

/** A review in `workflow-state.json`, light or thorough. */
export interface ReviewState {
  score?: number | undefined;
  issues?: number | undefined;
  blockers?: number | undefined;
  passed?: boolean | undefined;
  blockers_remaining?: number | undefined;
  [key: string]: unknown;
}

/** `workflow-state.json` of seed 002, version 1, names as the wire has them; unknown fields stay. */
export interface WorkflowState {
  version: 1;
  stage: Stage;
  task: string;
  spec_score: number | null;
  fit_score: number | null;
  shape_chosen: Shape;
  started_at: string;
  last_updated: string;
  recall_surfaced: string[];
  reviews: Readonly<Record<string, ReviewState>>;
  [key: string]: unknown;
}

/** One frame of the message of seed 004; worktree, branch, prompt file and the like stay as they came. */
export interface StackFrame {
  id: string;
  mode: Mode;
  iter: number;
  /** `null` only beside `unlimited: true`. */
  max: number | null;
  unlimited?: boolean | undefined;
  [key: string]: unknown;
}

/** The message of topic `loop:current` of seed 004, names as the wire has them; unknown fields stay. */
export interface StackState {
  /** Its presence makes the message valid. */
  schema: number | string | Record<string, unknown>;
  event: 'STATE' | 'DONE' | 'ABORT';
  run_id: string;
  updated_at: string;
  stack: StackFrame[];
  reason?: string | undefined;
  [key: string]: unknown;
}
