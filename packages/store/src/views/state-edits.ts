import {
  parseCriteriaState,
  toCriteriaState,
  type CriteriaState,
  type Problem,
  type Run,
} from '@loopwright/core';
import { formatJson } from './format-json.ts';

/** A hand-made change of `state.json`, for the `import` command. */
export interface StateEdit {
  /** The edited projection. */
  readonly base: CriteriaState;
  readonly edited: CriteriaState;
}

/** The kind of a text in `state.json`. */
export type StateText =
  /** Equal to the view of one of these runs. */
  | { readonly kind: 'projection' }
  | { readonly kind: 'edit'; readonly edit: StateEdit }
  /** About another loop. */
  | { readonly kind: 'stranger'; readonly subject: string }
  | { readonly kind: 'unreadable'; readonly problem: Problem };

/**
 * Classifies a text in `state.json` by comparing it with the latest views of the run, newest first. The view with the
 * smallest difference is the base of the edit. This needs no stored base that could disagree with the journal.
 */
export function readStateText(text: string, runs: Iterable<Run>): StateText {
  // Usually it equals the newest view, which needs no parsing.
  const bases = new Map<string, CriteriaState>();
  for (const run of runs) {
    const base = toCriteriaState(run);
    const projection = formatJson(base);
    if (projection === text) return { kind: 'projection' };
    bases.set(projection, base);
  }
  const parsed = parseCriteriaState(text);
  if (!parsed.ok) return { kind: 'unreadable', problem: parsed.problems[0] ?? NO_TEXT };
  const edited = parsed.value;
  let best: { readonly base: CriteriaState; readonly distance: number } | undefined;
  let isAboutThis = false;
  for (const base of bases.values()) {
    isAboutThis ||= base.spec === edited.spec;
    const distance = distanceOf(base, edited);
    if (best === undefined || distance < best.distance) best = { base, distance };
  }
  if (best === undefined || !isAboutThis) return { kind: 'stranger', subject: edited.spec };
  return { kind: 'edit', edit: { base: best.base, edited } };
}

/** The problem of bytes that are not UTF-8. */
export const NO_TEXT: Problem = { field: '', reason: 'is not text' };

/** The number of fields that differ between two states. */
function distanceOf(one: CriteriaState, other: CriteriaState): number {
  const scalars = [
    one.spec !== other.spec,
    one.exit_signal !== other.exit_signal,
    one.iteration !== other.iteration,
    one.status !== other.status,
    one.circuitBreaker.stuckCount !== other.circuitBreaker.stuckCount,
    one.circuitBreaker.lastUnmet !== other.circuitBreaker.lastUnmet,
  ].filter(Boolean).length;
  return (
    scalars +
    listDistance(metOf(one), metOf(other)) +
    listDistance(one.criteria, other.criteria) +
    listDistance(one.steps, other.steps) +
    listDistance(one.completedSteps, other.completedSteps)
  );
}

function metOf({ criteria, criteriaStatus }: CriteriaState): readonly string[] {
  return criteria.filter((name) => criteriaStatus[name] === true);
}

function listDistance(one: readonly string[], other: readonly string[]): number {
  const left = new Set(one);
  const right = new Set(other);
  return (
    [...left].filter((item) => !right.has(item)).length + [...right].filter((item) => !left.has(item)).length
  );
}
