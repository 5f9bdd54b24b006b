/** The inputs of a task's fit score. */
export interface FitInput {
  /** Total of the spec score, 0–10. */
  readonly specScore: number;
  readonly hasConstraints: boolean;
  readonly hasSuccessCriteria: boolean;
  readonly hasDoneDefinition: boolean;
  /** How well the domain is known, 0–10; unknown counts as 0. */
  readonly domainFamiliarity?: number;
}

/** Adds up the fit score, 0–75: five per point of the spec score, five for each part present, and the familiarity. */
export function fitScore(input: FitInput): number {
  return (
    within(input.specScore) * 5 +
    (input.hasConstraints ? 5 : 0) +
    (input.hasSuccessCriteria ? 5 : 0) +
    (input.hasDoneDefinition ? 5 : 0) +
    within(input.domainFamiliarity ?? 0)
  );
}

/** Clamps a number to 0–10; NaN counts as 0. */
function within(points: number): number {
  return Number.isNaN(points) ? 0 : Math.min(10, Math.max(0, points));
}
