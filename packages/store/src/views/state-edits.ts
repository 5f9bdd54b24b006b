import { parseCriteriaState, toCriteriaState, type CriteriaState, type Run } from '@loopwright/core';
import { formatJson } from './format-json.ts';

/** A hand-made change of `state.json`, as the `import` command wants it. */
export interface StateEdit {
  /** The projection that was edited. */
  readonly base: CriteriaState;
  readonly edited: CriteriaState;
}

/** What a text found in `state.json` is. */
export type StateText =
  /** Word for word what one of these runs looks like. */
  | { readonly kind: 'projection' }
  | { readonly kind: 'edit'; readonly edit: StateEdit }
  /** About another loop than any of these runs. */
  | { readonly kind: 'stranger'; readonly subject: string }
  | { readonly kind: 'unreadable' };

/**
 * Tells what a text found in `state.json` is, held against what the run looked like lately, newest first.
 * Which of them an editor had before it is found by the smallest difference: the fields that the editor left
 * alone say it. Needs nothing remembered on disk, so that nothing can be out of step with the journal.
 */
export function readStateText(text: string, runs: Iterable<Run>): StateText {
  // Nearly always it is what the newest run looks like, which is known without parsing anything.
  const bases = new Map<string, CriteriaState>();
  for (const run of runs) {
    const base = toCriteriaState(run);
    const projection = formatJson(base);
    if (projection === text) return { kind: 'projection' };
    bases.set(projection, base);
  }
  const parsed = parseCriteriaState(text);
  if (!parsed.ok) return { kind: 'unreadable' };
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

/** The number of facts on which two states differ. */
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
