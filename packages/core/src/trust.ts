import { criterionState, isJudged, witnessOf } from './proofs.ts';
import { isDone } from './model/state.ts';
import { agentName } from './text/agent-name.ts';
import type { Amendment, Criterion, Environment, Frame, Guard, Run, Touched } from './model/run.ts';

/** The facts that tell a reader how far to trust the end of a run. */
export interface TrustSummary {
  /** What people call the agent of the run. */
  readonly agent: string;
  readonly criteria: readonly TrustedCriterion[];
  /** Changes of the contract by the agent, refused attempts included. */
  readonly amendments: readonly Amendment[];
  /** The changes since the start; undefined before the first claim that was examined. */
  readonly touched: Touched | undefined;
  readonly guard: Guard | undefined;
  /** The items that could not be read, and why. */
  readonly unknown: readonly string[];
}

/** A criterion, who vouches for it, and what its check went through. */
export type TrustedCriterion = ReturnType<typeof trusted>;

/** From the first run of a check to its last. `green` was never seen to fail. */
export type Course = 'red to green' | 'green' | 'red' | 'green to red';

/** Gathers the facts about the proofs of a run: the one source of every text and of `--json`. */
export function trustSummary(run: Run): TrustSummary {
  const frame = run.frames.at(-1);
  const agent = agentName(run);
  return {
    agent,
    criteria: (frame?.criteria ?? []).map((criterion) => trusted(criterion, run.environment, agent)),
    amendments: frame?.amendments ?? [],
    touched: run.touched,
    guard: run.guard,
    unknown: unknownOf(run, frame),
  };
}

function trusted(criterion: Criterion, atStart: Run['environment'], agent: string) {
  const { name, by = 'claude', check, evidence, tick, rounds = 0 } = criterion;
  const isCommand = check !== undefined && !isJudged(check);
  return {
    name,
    agent,
    state: criterionState(criterion),
    by,
    witness: witnessOf(criterion),
    /** What proves it, and who asked for that; undefined without a check. */
    check,
    checkBy: check && (check.by ?? 'claude'),
    /** The last answer of its judge; `rounds` counts the questions. */
    judgement: evidence?.judgement,
    rounds,
    /** When it was proved or ticked last. */
    at: check ? evidence?.at : tick?.at,
    /** Undefined without a run, and for judges: they answer at a claim of the end, so a first yes raises no doubt. */
    course: isCommand ? courseOf(criterion) : undefined,
    isFlaky: criterion.isFlaky === true,
    /** How it ended on the files of the start, where the user wants to know. */
    onStart: evidence?.onStart,
    /** The variables that differ between the last run and an earlier one by the same witness. */
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
