import type { Breaker, Limits } from './run.ts';

/** The limits of a frame that was started without any (seed 003, cost controls). `null` means unlimited. */
export const DEFAULT_LIMITS: Limits = { iterations: 10, budgetUsd: 25, budgetTokens: null, timeMs: null };

/** The largest limits that a number may set; above them only "unlimited" or "none" works (seed 003). */
export const MAX_LIMITS = { iterations: 50, budgetUsd: 100 } as const;

/** The percentages of a limit at which the user is warned, the highest first. */
export const WARN_AT = [95, 80, 50] as const;

/** How often something must repeat before its breaker opens (seeds 001 and 003, the design). `judge` counts criteria. */
export const THRESHOLDS = {
  'same-criterion': 5,
  'same-error': 3,
  'same-file': 5,
  permission: 2,
  idle: 3,
  'same-message': 3,
  gate: 3,
  review: 3,
  judge: 1,
} as const;
export type BreakerName = keyof typeof THRESHOLDS;
export const BREAKERS = /* @__PURE__ */ Object.keys(THRESHOLDS) as readonly BreakerName[];

/** The id of a frame that was adopted from a file without ids. */
export const ADOPTED_FRAME = 'adopted';

/** A longer answer that doesn't repeat the one before is work. */
export const IDLE_ANSWER = 500;

/** How often a judge may be asked about one criterion, unless its check says otherwise. */
export const JUDGE_ROUNDS = 5;

/** The counters of a frame that has just begun. The schema of a run takes their names and kinds from here. */
export const FRESH_COUNTERS = {
  /** Stops in a row that found the same first unmet criterion and no progress. */
  stuckCount: 0,
  lastUnmet: '',
  /** Consecutive continuations without a tool. */
  idle: 0,
  /** The last message, as a digest, and how often it came in a row. */
  message: '',
  messageCount: 0,
  /** The last error signature and how often it came in a row. */
  error: '',
  errorCount: 0,
  /** Tools run since the iteration began. */
  tools: 0,
  /** Transient API errors since the last good turn. */
  retries: 0,
  /** Permission denials in a row. */
  denials: 0,
  /** Whether something moved forward since the iteration began. */
  hasProgress: false,
};

/** The counters and the edits of a frame that has just begun. */
export const FRESH_BREAKER: Breaker = { ...FRESH_COUNTERS, edits: [] };

/** How often a turn that failed with a passing error is tried again. */
export const MAX_RETRIES = 1;

/** Silence after which a run is stale (seed 004: 7,200 s). */
export const DEFAULT_TTL_MS = 7_200_000;

/** The deepest stack of loops. Deeper stacks are unreadable, and every pop walks through them. */
export const MAX_FRAMES = 32;

/** The highest scores of seeds 002 and 003. */
export const MAX_SCORES = { spec: 10, fit: 75 } as const;

/** The most entries that a run keeps of any list that grows with time. */
export const MAX_REMEMBERED = 200;

/** The most files and checks that a receipt names; the events before it name them all. */
export const MAX_NAMED = 50;

/** The longest name of a criterion or a step; it still fits one line. */
export const MAX_NAME = 200;

/** The most JSON of unknown fields that a journal record carries. */
export const MAX_EXTRAS = 2000;

/** The longest continuation: clients pass this much to a model without trouble. */
export const MAX_CONTINUATION = 1500;

/** The bounds of foreign JSON: characters and levels. The seeds' files nest four deep. */
export const MAX_JSON = { text: 4 * 1024 * 1024, depth: 64 } as const;

/** The bounds of a sanitized text. */
export const MAX_SANITIZED = { length: 10_000, lines: 200 } as const;
