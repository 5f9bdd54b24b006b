import { checkText, criterionState, sanitizeLine, type Criterion } from '@loopwright/core';
import type { Cell, CellState, CriteriaMap, CriterionRow } from './report-model.ts';
import type { IterationTrace } from './trace-run.ts';

/** A longer table is unreadable; the page says how many more criteria there are. */
const MAX_ROWS = 100;

/** Lays the criteria of a frame out over its iterations: how each stood when the iteration ended. */
export function criteriaMap(all: readonly IterationTrace[], shown: readonly IterationTrace[]): CriteriaMap {
  const names = new Set(all.flatMap(({ frame }) => frame.criteria.map(({ name }) => name)));
  const shownNames = [...names].slice(0, MAX_ROWS);
  const before = new Map(all.map((one, index) => [one, all[index - 1]]));
  return { rows: shownNames.map((name) => rowOf(name, shown, before)), left: names.size - shownNames.length };
}

function rowOf(
  name: string,
  shown: readonly IterationTrace[],
  before: ReadonlyMap<IterationTrace, IterationTrace | undefined>,
): CriterionRow {
  const last = shown.map((one) => find(one, name)).findLast((one) => one !== undefined);
  return {
    name,
    check: last?.check && checkText(last.check),
    note: last?.check ? undefined : last?.tick && tickText(last.tick),
    cells: shown.map((one) => cellOf(one, before.get(one), name)),
  };
}

function cellOf(iteration: IterationTrace, previous: IterationTrace | undefined, name: string): Cell {
  const criterion = find(iteration, name);
  const earlier = previous && find(previous, name);
  const state = stateOf(criterion);
  const hasNewProof =
    criterion?.evidence?.id !== earlier?.evidence?.id || criterion?.tick?.at !== earlier?.tick?.at;
  return { state, isNew: hasNewProof || (state === 'stale' && stateOf(earlier) !== 'stale') };
}

function stateOf(criterion: Criterion | undefined): CellState {
  return criterion ? criterionState(criterion) : 'absent';
}

function tickText({ basis, note }: NonNullable<Criterion['tick']>): string {
  return `by ${basis}${note === undefined ? '' : `: ${sanitizeLine(note, 160)}`}`;
}

function find({ frame }: IterationTrace, name: string): Criterion | undefined {
  return frame.criteria.find((one) => one.name === name);
}
