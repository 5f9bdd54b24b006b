import { type CriterionState, criterionState, type Run, type WorkTree } from '@loopwright/core';

/** A run as it is recorded, and what isn't on record: the state of each criterion on the work tree as it is. */
export interface RunJson {
  readonly run: Run;
  readonly criteria: readonly { readonly name: string; readonly state: CriterionState }[];
}

/** Gives a run as data, with the criteria of its top frame judged on the work tree. */
export function runJson(run: Run, now: WorkTree): RunJson {
  const criteria = run.frames.at(-1)?.criteria ?? [];
  return {
    run,
    criteria: criteria.map((criterion) => ({ name: criterion.name, state: criterionState(criterion, now) })),
  };
}
