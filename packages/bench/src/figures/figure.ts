/** What a figure has to reach. */
export interface Goal {
  readonly kind: 'at most' | 'at least' | 'exactly';
  readonly limit: number;
}

export type Unit = '×' | 'ms' | 'MB' | 'KB' | '%' | '';

/** One row of the table: a figure, its goal if it has one, and how it came about. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly goal?: Goal;
  /** The measurements behind it, in words. */
  readonly measured: string;
}

/** A row without a figure: what can't be measured, and why. */
export interface Unmeasured {
  readonly what: string;
  readonly why: string;
}

/** Rows that belong together. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly unmeasured?: readonly Unmeasured[];
}

/** Whether a figure reaches its goal as it is printed; undefined where it has none. */
export function isReached({ value, unit, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  const shown = Number(formatNumber(value, unit));
  switch (goal.kind) {
    case 'at most':
      return shown <= goal.limit;
    case 'at least':
      return shown >= goal.limit;
    case 'exactly':
      return shown === goal.limit;
  }
}

/** Writes a number with the digits that its unit deserves. */
export function formatNumber(value: number, unit: Unit): string {
  if (unit === '') return String(value);
  if (unit === '×') return value.toFixed(2);
  return value.toFixed(1);
}

/** Writes a figure with its unit. */
export function formatValue(value: number, unit: Unit): string {
  return `${formatNumber(value, unit)}${unit === '' ? '' : ` ${unit}`}`;
}

const SIGNS: Readonly<Record<Goal['kind'], string>> = { 'at most': '≤ ', 'at least': '≥ ', exactly: '' };

/** Writes a goal as the design does; empty where there is none. */
export function formatGoal({ goal, unit }: Figure): string {
  if (!goal) return '';
  const limit = unit === '×' ? goal.limit.toFixed(2) : String(goal.limit);
  return `${SIGNS[goal.kind]}${limit}${unit === '' ? '' : ` ${unit}`}`;
}

const WORDS = new Map([
  [true, 'yes'],
  [false, 'no'],
]);

/** Says whether the goal is reached: yes, no, or nothing. */
export function reachedText(figure: Figure): string {
  const reached = isReached(figure);
  return reached === undefined ? '' : (WORDS.get(reached) ?? '');
}
