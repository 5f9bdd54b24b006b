import type { CriterionState, Ending, TrustPart } from '@loopwright/core';
import type { Cut } from './keep-ends.ts';
import type { TimeKind } from './trace-run.ts';

/** The content of a report, without markup. Its texts come from the run and may be hostile: escape them. */
export interface Report {
  readonly runs: readonly RunReport[];
  /** Journals that could not be read, and why. */
  readonly unread: readonly Unread[];
}

export interface Unread {
  readonly name: string;
  readonly reason: string;
}

/** How a run or a frame ended or stands, by name: an ending, or `active`, or `draft`. */
export interface Outcome {
  readonly kind: Ending['kind'] | 'active' | 'draft';
  readonly detail?: string | undefined;
}

export interface RunReport {
  readonly id: string;
  readonly session: string;
  readonly outcome: Outcome;
  /** How it ended and why, in one sentence. */
  readonly headline: string;
  /** How far the proofs can be trusted, one fact each. */
  readonly trust: readonly (readonly TrustPart[])[];
  /** The next command, if there is anything to do. */
  readonly next?: string | undefined;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly isHeadless: boolean;
  readonly figures: Figures;
  /** The outermost frame first, the others as they were pushed. */
  readonly frames: Cut<FrameReport>;
  readonly time: readonly TimeShare[];
  readonly decisions: Cut<DecisionReport>;
  readonly evidence: Cut<EvidenceReport>;
  readonly moments: Cut<Moment>;
  readonly records: number;
  readonly ignored: number;
}

export interface Figures {
  readonly iterations: number;
  readonly iterationLimit: number | null;
  readonly usd: number;
  readonly budgetUsd: number | null;
  readonly tokens: number;
  readonly elapsedMs: number;
  readonly criteriaMet: number;
  readonly criteria: number;
  /** Of those that don't hold, how many were proved before the files changed. */
  readonly criteriaStale: number;
  readonly innerLoops: number;
  readonly innerProved: number;
  readonly checksRun: number;
  readonly checksFailed: number;
  /** Claims that were sent back because a proof was missing or stale. */
  readonly claimsRefused: number;
}

export interface TimeShare {
  readonly kind: TimeKind;
  readonly ms: number;
}

export interface FrameReport {
  readonly id: string;
  readonly depth: number;
  readonly mode: string;
  readonly shape: string;
  readonly score: number | null;
  readonly spec: string;
  readonly outcome: Outcome;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly usd: number;
  readonly budgetUsd: number | null;
  readonly iterationLimit: number | null;
  readonly iterationCount: number;
  readonly criteria: CriteriaMap;
  readonly iterations: Cut<IterationReport>;
  readonly steps: readonly { readonly name: string; readonly isDone: boolean }[];
  readonly counsel: readonly CounselReport[];
  readonly workflow?: WorkflowReport | undefined;
}

/** Criteria over iterations. */
export interface CriteriaMap {
  readonly rows: readonly CriterionRow[];
  /** Criteria that are not shown. */
  readonly left: number;
}

export interface CriterionRow {
  readonly name: string;
  /** The command that proves it. Left out: a word is enough. */
  readonly check?: string | undefined;
  readonly note?: string | undefined;
  /** One for every iteration that is shown, in their order. */
  readonly cells: readonly Cell[];
}

/** `absent`: it was not a criterion at that time. */
export type CellState = CriterionState | 'absent';

export interface Cell {
  readonly state: CellState;
  /** It came to be so in this very iteration. */
  readonly isNew: boolean;
}

export interface IterationReport {
  /** 0 is the turn that started the frame. */
  readonly number: number;
  readonly startedAt: number;
  /** The cost of the frame up to the end of the iteration. */
  readonly usd: number;
  readonly spentUsd: number;
  readonly spentTokens: number;
  readonly budgetUsd: number | null;
  readonly ms: number;
  readonly tools: number;
  readonly files: readonly string[];
  readonly diff: DiffReport;
  /** The rule of the stop that ended it; left out while it runs. */
  readonly rule?: string | undefined;
  readonly verdict?: 'allow' | 'block' | undefined;
  /** The decision that ended it, by its number. */
  readonly decision?: number | undefined;
}

/** The files that an iteration changed, as far as they are known. */
export interface DiffReport {
  /** A commit of the iteration, the edits that the client recorded, or the names in the journal alone. */
  readonly source: 'commit' | 'edits' | 'names';
  readonly fileCount: number;
  /** The number of files whose lines are known. */
  readonly countedFiles: number;
  readonly added: number;
  readonly removed: number;
  /** The most changed ones first. */
  readonly files: readonly ChangedFile[];
}

/** A changed file; without numbers where only its name is known. */
export interface ChangedFile {
  readonly path: string;
  readonly added?: number;
  readonly removed?: number;
}

export interface DecisionReport {
  /** Counted from 1 over the whole run. */
  readonly number: number;
  readonly at: number;
  readonly frame: string;
  readonly iteration: number;
  readonly rule: string;
  readonly verdict: 'allow' | 'block';
  readonly reason: string;
  readonly facts: readonly Fact[];
  readonly missing: readonly MissingProof[];
  /** Further rules that matched below the one that answered. */
  readonly alsoHeld: readonly string[];
  readonly endings: readonly string[];
  /** The last words of Claude's message before the stop; left out if no transcript has them. */
  readonly said?: string | undefined;
  /** The text for Claude that came with a block. */
  readonly told?: string | undefined;
  readonly usd: number;
  readonly tools: number;
  readonly files: readonly string[];
  readonly isRaced: boolean;
  /** The answer of today's stop table, if it differs from the record. */
  readonly today?: string | undefined;
}

/** One missing proof in words. */
export interface MissingProof {
  readonly kind: 'claim' | 'criterion' | 'task' | 'review' | 'gate';
  readonly text: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface EvidenceReport {
  /** Counted from 1 over the whole run. */
  readonly number: number;
  readonly id: string;
  readonly at: number;
  readonly frame: string;
  readonly iteration: number;
  readonly criterion: string;
  readonly command: string;
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly fingerprint: string;
  readonly reason?: string | undefined;
  readonly isLatest: boolean;
  /** The end of the output; undefined if it no longer exists. */
  readonly tail?: string | undefined;
  /** The number of characters that are not shown. */
  readonly cutCharacters: number;
}

export interface WorkflowReport {
  readonly stage: string;
  readonly stages: readonly string[];
  readonly specScore: number | null;
  readonly fitScore: number | null;
  readonly question?: string | undefined;
  readonly recall: readonly string[];
  readonly mustNot: readonly string[];
  readonly verification?: string | undefined;
  readonly findings: readonly FindingReport[];
  readonly waves: readonly WaveReport[];
  readonly tasksDone: number;
  readonly tasks: number;
  readonly tasksLeft: number;
  readonly thorough?:
    | { readonly passed: boolean; readonly blockers: number; readonly failures: number }
    | undefined;
  readonly gate?: { readonly passed: boolean; readonly at: number; readonly failures: number } | undefined;
}

/** A finding of a review. */
export interface FindingReport {
  readonly severity: 'BLOCKER' | 'WARNING' | 'SUGGESTION';
  readonly text: string;
  /** The wave that was reviewed; undefined for the thorough review. */
  readonly wave: number | undefined;
  /** The must-not that was broken, by its place from 1. */
  readonly mustNot?: number | undefined;
}

/** A question to the panel, and its answer. */
export interface CounselReport {
  readonly at: number;
  readonly subject: string;
  readonly recommendation?: string | undefined;
}

export interface WaveReport {
  /** Undefined for tasks that no wave can hold, since they wait for each other. */
  readonly number: number | undefined;
  readonly tasks: readonly TaskReport[];
  readonly review?:
    | { readonly score: number; readonly issues: number; readonly blockers: number }
    | undefined;
}

export interface TaskReport {
  readonly id: string;
  readonly subject: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly owner?: string | undefined;
  readonly blockedBy: readonly string[];
  readonly failures: number;
  readonly lastFailure?: string | undefined;
}

/** What kind of thing happened; every kind has a sign of its own. */
export type MomentKind =
  | 'begin'
  | 'block'
  | 'let-go'
  | 'pass'
  | 'fail'
  | 'change'
  | 'work'
  | 'rest'
  | 'end'
  | 'trouble';

export interface Moment {
  readonly at: number;
  readonly frame: string;
  readonly iteration: number;
  readonly kind: MomentKind;
  readonly text: string;
}
