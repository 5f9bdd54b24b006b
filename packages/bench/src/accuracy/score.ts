import type { Expected } from './case.ts';

/** The result of a case. */
export interface Outcome {
  readonly name: string;
  readonly family: string;
  readonly expect: Expected;
  readonly got: Expected;
  /** The hook's output, for debugging. */
  readonly answer: string;
}

/** A hook's mistakes by kind. */
export interface Score {
  readonly cases: number;
  /** The loop ended, or Claude was let go, with work left. */
  readonly falseCompletions: readonly Outcome[];
  /** The work was claimed and proved, but the loop did not end. */
  readonly missedCompletions: readonly Outcome[];
  /** A session was held that should have been let go. */
  readonly trapped: readonly Outcome[];
}

/** Sorts mistakes by kind. */
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
