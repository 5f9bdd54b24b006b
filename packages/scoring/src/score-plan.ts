import { scoreScope } from './dimensions/scope.ts';
import { readSpec } from './reading/read-spec.ts';
import { scoreSpec, totalled } from './score-spec.ts';
import {
  type Dimension,
  type Level,
  perDimension,
  type Quote,
  type SpecScore,
  toLevel,
} from './spec-score.ts';

/** A start of a loop with everything that it carries. */
export interface Plan {
  readonly spec: string;
  readonly criteria?: readonly PlannedCriterion[] | undefined;
  readonly steps?: readonly string[] | undefined;
  /** Files and folders that the checks depend on. */
  readonly paths?: readonly string[] | undefined;
  /** Rules that the work must not break. */
  readonly mustNot?: readonly string[] | undefined;
  /** Explicit limits as text: "budget $5". Defaults don't count. */
  readonly limits?: readonly string[] | undefined;
  /** Points from a reader of the code, who knows more than the text says. */
  readonly given?: GivenPoints | undefined;
}

/** One thing that must be true at the end, and the command that proves it. */
export interface PlannedCriterion {
  readonly name: string;
  readonly check?: string | undefined;
}

/** Points for a dimension from a reader, with the reason. */
export interface Given {
  readonly level: Level;
  readonly reason: string;
  /** The user gave them, so they count in full. */
  readonly isUsers?: boolean | undefined;
}

/** Points from readers, by dimension, the most important first. */
export type GivenPoints = Readonly<Partial<Record<Dimension, Given>>>;

/** The part of a plan that earned points. */
export type PartName = 'spec' | 'criterion' | 'check' | 'step' | 'path' | 'must-not' | 'limit' | 'given';

/** A part of a plan, and the text that earned the points. */
export interface Part {
  readonly from: PartName;
  readonly text: string;
}

/** The score of a plan: like a spec's score, with the parts that earned each level. */
export interface PlanScore extends SpecScore {
  readonly parts: Readonly<Record<Dimension, readonly Part[]>>;
  /** The levels without given points. */
  readonly own: Readonly<Record<Dimension, Level>>;
  /** The given points as they were asked for. The levels above have what counts of them. */
  readonly given: GivenPoints;
}

/**
 * How many points a reader other than the user can add. A vaguer spec starts by the user's word alone. For a text that
 * isn't English there is no such bound.
 */
export const maxAddedPoints = 2;

interface Answer {
  readonly level: Level;
  readonly parts: readonly Part[];
}

/**
 * Scores a start with all its parts. Criteria count for the outcome, checks for success and done, steps and paths for
 * the scope, forbidden things and limits for the constraints. The best answer to a question counts.
 *
 * @example
 * scorePlan({ spec: 'make the login tests pass', criteria: [{ name: 'tests', check: 'npm test' }] }).total; // 6
 */
export function scorePlan(plan: Plan): PlanScore {
  const { criteria = [], steps = [], paths = [], mustNot = [], limits = [], given = {} } = plan;
  const spec = scoreSpec(plan.spec);
  const named = criteria.map(({ name, check }): Part =>
    check === undefined ? { from: 'criterion', text: name } : { from: 'check', text: `${name}: ${check}` },
  );
  const checks = named.filter(({ from }) => from === 'check');
  // A path names a place in the code, unless it covers the whole project.
  const places = paths.filter((path) => !/^(?:\.?\/?|\*{1,2}(?:\/\*{1,2})*)$/u.test(path));
  const rules = [...partsOf('must-not', mustNot), ...partsOf('limit', limits)];
  const fromPlan: Readonly<Record<Dimension, readonly Answer[]>> = {
    // A criterion names a state that can be recognised, even where the spec only says "better".
    outcome: [answer(Math.min(1, named.length), named)],
    scope: [scopeOfSteps(steps), answer(2 * places.length, partsOf('path', places))],
    // Each forbidden thing is one more rule. All limits together are one: they bound the loop, not the work.
    constraints: [
      answer(spec.constraints + mustNot.length + Math.min(1, limits.length), [
        ...partsOf('spec', textsOf(spec.evidence.constraints)),
        ...rules,
      ]),
    ],
    // A check is one proof that a machine can judge. Criteria without a check are one more, judged by a person.
    success: [answer(new Set(criteria.map(({ check }) => check)).size, named)],
    // A passing check is an event that anyone can look up; a criterion without one is a feeling.
    done: [checks.length > 0 ? answer(2, checks) : answer(Math.min(1, named.length), named)],
  };
  const own = perDimension((dimension) =>
    fromPlan[dimension].reduce(
      (high, other) => (other.level > high.level ? other : high),
      answer(spec[dimension], partsOf('spec', textsOf(spec.evidence[dimension]))),
    ),
  );
  const answers = { ...own, ...countGiven(own, given, spec.isEnglish) };
  return {
    ...totalled(perDimension((dimension) => answers[dimension].level)),
    evidence: spec.evidence,
    truncated: spec.truncated,
    isEnglish: spec.isEnglish,
    parts: perDimension((dimension) => answers[dimension].parts),
    own: perDimension((dimension) => own[dimension].level),
    given,
  };
}

/** Lowers levels as far as a reader says, and raises those of an English text by `maxAddedPoints` together at most. */
function countGiven(
  own: Readonly<Record<Dimension, Answer>>,
  given: GivenPoints,
  isEnglish: boolean,
): Readonly<Partial<Record<Dimension, Answer>>> {
  let left: number = isEnglish ? maxAddedPoints : Infinity;
  const counted = Object.entries(given).map(([name, { level, reason, isUsers = false }]) => {
    const mine = own[name as Dimension].level; // the keys of the type are all that there are
    const counts = isUsers ? level : Math.min(level, mine + left);
    if (!isUsers) left -= Math.max(0, counts - mine);
    return [name, { ...answer(counts, []), parts: [{ from: 'given', text: reason }] }] as const;
  });
  return Object.fromEntries(counted);
}

/** Two steps divide the work into parts; a step that names a place in the code is as good as a spec that does. */
function scopeOfSteps(steps: readonly string[]): Answer {
  const { level, quotes } = scoreScope(readSpec(steps.map((step) => `- ${step}`).join('\n')));
  return level === 2
    ? answer(2, partsOf('step', textsOf(quotes)))
    : answer(steps.length > 1 ? 1 : level, partsOf('step', steps));
}

function partsOf(from: PartName, texts: readonly string[]): readonly Part[] {
  return texts.map((text) => ({ from, text }));
}

function textsOf(quotes: readonly Quote[]): readonly string[] {
  return quotes.map(({ text }) => text);
}

function answer(points: number, parts: readonly Part[]): Answer {
  return { level: toLevel(points), parts: points === 0 ? [] : parts };
}
