import { scoreScope } from './dimensions/scope.ts';
import { readSpec } from './reading/read-spec.ts';
import { hintsFor, scoreSpec } from './score-spec.ts';
import { dimensions, type Dimension, type Level, type SpecScore } from './spec-score.ts';

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

/** How many points a reader other than the user can add. A vaguer spec starts by the user's word alone. */
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
  const spec = scoreSpec(plan.spec);
  const fromSpec = (dimension: Dimension): Answer => ({
    level: spec[dimension],
    parts: spec.evidence[dimension].map(({ text }) => ({ from: 'spec', text })),
  });
  const own: Readonly<Record<Dimension, Answer>> = {
    outcome: best(fromSpec('outcome'), outcomeOf(plan)),
    scope: best(fromSpec('scope'), stepsAsScope(plan), pathsAsScope(plan)),
    constraints: addRules(fromSpec('constraints'), plan),
    success: best(fromSpec('success'), successOf(plan)),
    done: best(fromSpec('done'), doneOf(plan)),
  };
  const given = plan.given ?? {};
  const counted = countGiven(own, given);
  const answers = mapDimensions((dimension): Answer => counted[dimension] ?? own[dimension]);
  return {
    ...mapDimensions((dimension) => answers[dimension].level),
    total: dimensions.reduce((sum, dimension) => sum + answers[dimension].level, 0),
    hints: hintsFor(mapDimensions((dimension) => answers[dimension].level)),
    evidence: spec.evidence,
    truncated: spec.truncated,
    parts: mapDimensions((dimension) => answers[dimension].parts),
    own: mapDimensions((dimension) => own[dimension].level),
    given,
  };
}

/** Lowers levels as far as a reader says, and raises them by `maxAddedPoints` together at most. */
function countGiven(
  own: Readonly<Record<Dimension, Answer>>,
  given: GivenPoints,
): Readonly<Partial<Record<Dimension, Answer>>> {
  let left = maxAddedPoints;
  const counted = Object.entries(given).map(([name, { level, reason, isUsers = false }]) => {
    // The keys of the type are all that there are.
    const dimension = name as Dimension;
    const most = isUsers ? level : own[dimension].level + left;
    const answer: Answer = {
      level: toLevel(Math.min(level, most)),
      parts: [{ from: 'given', text: reason }],
    };
    if (!isUsers) left -= Math.max(0, answer.level - own[dimension].level);
    return [dimension, answer] as const;
  });
  return Object.fromEntries(counted);
}

/** A criterion names a state that can be recognised, even where the spec only says "better". */
function outcomeOf({ criteria = [] }: Plan): Answer {
  return answer(criteria.length > 0 ? 1 : 0, criteria.map(criterionPart));
}

/** Two steps divide the work into parts; a step that names a place in the code is as good as a spec that does. */
function stepsAsScope({ steps = [] }: Plan): Answer {
  const { level, quotes } = scoreScope(readSpec(steps.map((step) => `- ${step}`).join('\n')));
  const parts = level === 2 ? quotes.map(({ text }) => text) : steps;
  return answer(
    steps.length > 1 && level === 0 ? 1 : level,
    parts.map((text) => ({ from: 'step', text })),
  );
}

/** A path names a place in the code, unless it covers the whole project. */
function pathsAsScope({ paths = [] }: Plan): Answer {
  const places = paths.filter((path) => !/^(?:\.?\/?|\*{1,2}(?:\/\*{1,2})*)$/u.test(path));
  return answer(
    places.length > 0 ? 2 : 0,
    places.map((text) => ({ from: 'path', text })),
  );
}

/** Each forbidden thing is one more rule. All limits together are one: they bound the loop, not the work. */
function addRules(spec: Answer, { mustNot = [], limits = [] }: Plan): Answer {
  const rules = mustNot.map((text): Part => ({ from: 'must-not', text }));
  const bounds = limits.map((text): Part => ({ from: 'limit', text }));
  return {
    level: toLevel(spec.level + rules.length + (bounds.length > 0 ? 1 : 0)),
    parts: [...spec.parts, ...rules, ...bounds],
  };
}

/** A check is one proof that a machine can judge. Criteria without a check are one more, judged by a person. */
function successOf({ criteria = [] }: Plan): Answer {
  const commands = new Set(criteria.flatMap(({ check }) => check ?? []));
  const hasUnchecked = criteria.some(({ check }) => check === undefined);
  return answer(toLevel(commands.size + (hasUnchecked ? 1 : 0)), criteria.map(criterionPart));
}

/** A passing check is an event that anyone can look up; a criterion without one is a feeling. */
function doneOf({ criteria = [] }: Plan): Answer {
  const checked = criteria.filter(({ check }) => check !== undefined);
  if (checked.length > 0) return answer(2, checked.map(criterionPart));
  return answer(criteria.length > 0 ? 1 : 0, criteria.map(criterionPart));
}

function criterionPart({ name, check }: PlannedCriterion): Part {
  return check === undefined
    ? { from: 'criterion', text: name }
    : { from: 'check', text: `${name}: ${check}` };
}

/** The answer with the highest level; of equal ones the first. */
function best(first: Answer, ...others: readonly Answer[]): Answer {
  return others.reduce((high, other) => (other.level > high.level ? other : high), first);
}

function answer(level: Level, parts: readonly Part[]): Answer {
  return { level, parts: level === 0 ? [] : parts };
}

function toLevel(count: number): Level {
  return count >= 2 ? 2 : count === 1 ? 1 : 0;
}

function mapDimensions<T>(value: (dimension: Dimension) => T): Readonly<Record<Dimension, T>> {
  return {
    outcome: value('outcome'),
    scope: value('scope'),
    constraints: value('constraints'),
    success: value('success'),
    done: value('done'),
  };
}
