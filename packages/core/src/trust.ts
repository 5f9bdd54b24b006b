import { criterionState, isJudged, witnessOf, type CriterionState } from './proofs.ts';
import { isDone } from './model/ending.ts';
import type { Author, Witness } from './model/vocabulary.ts';
import type {
  Amendment,
  Check,
  Criterion,
  Environment,
  Frame,
  Guard,
  Judgement,
  Run,
  Touched,
} from './model/run.ts';

/** The facts that tell a reader how far to trust the end of a run. */
export interface TrustSummary {
  readonly criteria: readonly TrustedCriterion[];
  /** Changes of the contract by Claude, refused attempts included. */
  readonly amendments: readonly Amendment[];
  /** The changes since the start; undefined before the first claim that was examined. */
  readonly touched: Touched | undefined;
  readonly guard: Guard | undefined;
  /** The items that could not be read, and why. */
  readonly unknown: readonly string[];
}

/** A criterion, who vouches for it, and what its check went through. */
export interface TrustedCriterion {
  readonly name: string;
  readonly state: CriterionState;
  readonly by: Author;
  readonly witness: Witness | 'word';
  /** What proves it, and who asked for that; undefined without a check. */
  readonly check: Check | undefined;
  readonly checkBy: Author | undefined;
  /** The last answer of its judge; `rounds` counts the questions. */
  readonly judgement: Judgement | undefined;
  readonly rounds: number;
  /** When it was proved or ticked last. */
  readonly at: number | undefined;
  /** What its check went through from its first run to its last; undefined without a run, or if unknown. */
  readonly course: Course | undefined;
  readonly isFlaky: boolean;
  /** The variables that differ between the last run and an earlier one by the same witness. */
  readonly environment: readonly string[];
}

/** From the first run of a check to its last. `green` was never seen to fail. */
export type Course = 'red to green' | 'green' | 'red' | 'green to red';

/** Gathers the facts about the proofs of a run: the one source of every text and of `--json`. */
export function trustSummary(run: Run): TrustSummary {
  const frame = run.frames.at(-1);
  return {
    criteria: (frame?.criteria ?? []).map((criterion) => trusted(criterion, run.environment)),
    amendments: frame?.amendments ?? [],
    touched: run.touched,
    guard: run.guard,
    unknown: unknownOf(run, frame),
  };
}

function trusted(criterion: Criterion, atStart: Run['environment']): TrustedCriterion {
  const { name, by = 'claude', check, evidence, tick, rounds = 0 } = criterion;
  const isCommand = check !== undefined && !isJudged(check);
  return {
    name,
    state: criterionState(criterion),
    by,
    witness: witnessOf(criterion),
    check,
    checkBy: check && (check.by ?? 'claude'),
    judgement: evidence?.judgement,
    rounds,
    at: check ? evidence?.at : tick?.at,
    // A judge answers at a claim that the work is done, so a first yes raises no doubt.
    course: isCommand ? courseOf(criterion) : undefined,
    isFlaky: criterion.isFlaky === true,
    environment: isCommand ? differingVariables(criterion, atStart) : [],
  };
}

function courseOf({ baseline, evidence, failedOn }: Criterion): Course | undefined {
  if (!baseline || !evidence) return undefined;
  if (!evidence.passed) return baseline.passed ? 'green to red' : 'red';
  // A check that passed first and failed later was seen red, too.
  return baseline.passed && failedOn === undefined ? 'green' : 'red to green';
}

/** Each witness has an environment of its own, so only runs of one witness are compared. */
function differingVariables({ baseline, evidence }: Criterion, atStart: Run['environment']): string[] {
  const last = evidence?.environment;
  if (!last) return [];
  const witness = evidence.witness ?? 'session';
  const earlier: (Environment | undefined)[] = [
    atStart?.witness === witness ? atStart.variables : undefined,
    baseline && (baseline.witness ?? 'session') === witness ? baseline.environment : undefined,
  ];
  const names = earlier.flatMap((first) => (first ? differences(first, last) : []));
  return [...new Set(names)].sort();
}

function differences(first: Environment, last: Environment): string[] {
  return [...new Set([...Object.keys(first), ...Object.keys(last)])].filter(
    (name) => first[name] !== last[name],
  );
}

function unknownOf({ startTree, touched, ending }: Run, frame: Frame | undefined): string[] {
  const hasCheck = frame?.criteria.some(({ check }) => check !== undefined) === true;
  if (touched?.unknown !== undefined) return [`files changed since the start: ${touched.unknown}`];
  if (touched?.open) return touched.open;
  if (!isDone(ending) || !hasCheck || touched) return [];
  const why = startTree && 'unknown' in startTree ? startTree.unknown : 'the start left no list of files';
  return [`files changed since the start: ${why}`];
}
