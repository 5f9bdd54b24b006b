import type { Expected } from './case.ts';

/** What came of a case. */
export interface Outcome {
  readonly name: string;
  readonly family: string;
  readonly expect: Expected;
  readonly got: Expected;
  /** What the hook printed, for whoever looks into it. */
  readonly answer: string;
}

/** The shares in which a hook errs, each of the cases in which it could. */
export interface Score {
  readonly cases: number;
  /** The loop was over, or Claude was let go, with work left. */
  readonly falseCompletions: readonly Outcome[];
  /** The work was claimed and proved, and the loop was not over. */
  readonly missedCompletions: readonly Outcome[];
  /** Somebody was held who must not be. */
  readonly trapped: readonly Outcome[];
}

/** Sorts what went wrong by how it did. */
export function score(outcomes: readonly Outcome[]): Score {
  return {
    cases: outcomes.length,
    falseCompletions: outcomes.filter(
      ({ expect, got }) => (expect === 'go on' && got !== 'go on') || (expect === 'let go' && got === 'end'),
    ),
    missedCompletions: outcomes.filter(({ expect, got }) => expect === 'end' && got !== 'end'),
    trapped: outcomes.filter(({ expect, got }) => expect === 'let go' && got === 'go on'),
  };
}
