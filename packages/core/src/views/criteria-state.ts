import { DEFAULT_LIMITS, THRESHOLDS } from '../model/defaults.ts';
import { createFrame } from '../model/plans.ts';
import { isMet } from '../proofs.ts';
import type { Breaker, Frame, Run, Step } from '../model/run.ts';
import { type CriteriaState, criteriaStateSchema } from '../model/view-files.ts';
import {
  type Fields,
  isFields,
  parseAs,
  type Parsed,
  parseFields,
  unknownFields,
  withDefaults,
  wrong,
} from './json.ts';

const DEFAULTS: CriteriaState = {
  spec: '',
  criteria: [],
  criteriaStatus: {},
  exit_signal: false,
  steps: [],
  completedSteps: [],
  remainingSteps: [],
  iteration: 0,
  status: 'in_progress',
  circuitBreaker: { stuckCount: 0, lastUnmet: '' },
};

/** Reads `state.json` of seeds 000 and 003. Missing fields take defaults, unknown ones stay. Never throws. */
export function parseCriteriaState(input: unknown): Parsed<CriteriaState> {
  const fields = parseFields(input);
  if (!fields.ok) return fields;
  if (!Object.hasOwn(fields.value, 'spec') && !Object.hasOwn(fields.value, 'criteria')) {
    return wrong('', 'has neither spec nor criteria');
  }
  const parsed = parseAs(criteriaStateSchema, withDefaults(fields.value, DEFAULTS));
  return parsed.ok ? { ok: true, value: consistent(parsed.value) } : parsed;
}

/** Gives the active frame in the schema of seed 000. */
export function toCriteriaState(run: Run): CriteriaState {
  const frame = run.frames.at(-1) ?? createFrame({ frameId: '', spec: '' }, run.createdAt);
  const { criteria, steps, breaker, extras } = frame;
  const { lastUnmet } = breaker;
  const unknown = extras.criteria['circuitBreaker'];
  return {
    ...extras.criteria,
    spec: frame.spec,
    criteria: criteria.map(({ name }) => name),
    criteriaStatus: Object.fromEntries(criteria.map((one) => [one.name, isMet(one)])),
    exit_signal: frame.exitSignal,
    ...stepLists(steps),
    iteration: frame.iteration,
    status: statusName(run),
    circuitBreaker: { ...(isFields(unknown) && unknown), stuckCount: stuckCountOf(run, breaker), lastUnmet },
  };
}

/** Seed 000 has no status for a loop at rest. A stuck count at the threshold lets its other readers go. */
function stuckCountOf({ status }: Run, { stuckCount }: Breaker): number {
  const isAtRest = status === 'paused' || status === 'stuck';
  return isAtRest ? Math.max(stuckCount, THRESHOLDS['same-criterion']) : stuckCount;
}

/** Gives the frame that a state file describes. */
export function criteriaFrame(state: CriteriaState, id: string, at: number): Frame {
  const { spec, criteria, steps } = state;
  const plain = createFrame({ frameId: id, spec, criteria: criteria.map((name) => ({ name })), steps }, at);
  const { stuckCount, lastUnmet } = state.circuitBreaker;
  return {
    ...plain,
    criteria: plain.criteria.map((one) =>
      state.criteriaStatus[one.name] === true ? { ...one, tick: { at, basis: 'observation' } } : one,
    ),
    steps: stepsOf(state),
    iteration: state.iteration,
    // Seed 000 knows no maximum, so a loop beyond our default isn't paused at once.
    limits: { ...plain.limits, iterations: iterationsFor(state.iteration) },
    exitSignal: state.exit_signal,
    breaker: { ...plain.breaker, stuckCount, lastUnmet },
    extras: { ...plain.extras, criteria: criteriaExtras(state) },
  };
}

function iterationsFor(iteration: number): number | null {
  const { iterations: usual } = DEFAULT_LIMITS;
  return usual === null || iteration < usual ? usual : iteration + usual;
}

/** Gives the fields of a state file that we don't know, those inside `circuitBreaker` in their place. */
export function criteriaExtras(state: CriteriaState): Fields {
  const extras = unknownFields(state, Object.keys(DEFAULTS));
  const inBreaker = unknownFields(state.circuitBreaker, Object.keys(DEFAULTS.circuitBreaker));
  return Object.keys(inBreaker).length > 0 ? { ...extras, circuitBreaker: inBreaker } : extras;
}

function statusName({ status, ending }: Run): CriteriaState['status'] {
  // A loop that gave up is over, but must not read as completed.
  return ending?.kind === 'gave-up' ? 'cancelled' : STATUS_NAMES[status];
}

/** The seed knows three statuses; every open run is in progress. */
const STATUS_NAMES: Readonly<Record<Run['status'], CriteriaState['status']>> = {
  draft: 'in_progress',
  active: 'in_progress',
  paused: 'in_progress',
  stuck: 'in_progress',
  completed: 'completed',
  aborted: 'cancelled',
  cancelled: 'cancelled',
};

/** Makes the lists agree: every status has its criterion and the other way round, every step is done or left. */
function consistent(state: CriteriaState): CriteriaState {
  const status: Fields = state.criteriaStatus;
  const criteria = [...new Set([...state.criteria, ...Object.keys(status)])];
  const isTrue = (name: string): boolean => Object.hasOwn(status, name) && status[name] === true;
  return {
    ...state,
    criteria,
    criteriaStatus: Object.fromEntries(criteria.map((name) => [name, isTrue(name)])),
    ...stepLists(stepsOf(state)),
  };
}

function stepLists(
  steps: readonly Step[],
): Pick<CriteriaState, 'steps' | 'completedSteps' | 'remainingSteps'> {
  const names = (some: readonly Step[]): string[] => some.map(({ name }) => name);
  return {
    steps: names(steps),
    completedSteps: names(steps.filter(({ isDone }) => isDone)),
    remainingSteps: names(steps.filter(({ isDone }) => !isDone)),
  };
}

/** Of steps with equal names, as many are done as `completedSteps` names, from the first on. */
function stepsOf(state: CriteriaState): Step[] {
  const done = new Map<string, number>();
  for (const name of state.completedSteps) done.set(name, (done.get(name) ?? 0) + 1);
  const known = new Set(state.steps);
  const names = [
    ...state.steps,
    ...state.completedSteps.filter((name) => !known.has(name)),
    ...state.remainingSteps.filter((name) => !known.has(name) && !state.completedSteps.includes(name)),
  ];
  return names.map((name) => {
    const left = done.get(name) ?? 0;
    if (left > 0) done.set(name, left - 1);
    return { name, isDone: left > 0 };
  });
}
