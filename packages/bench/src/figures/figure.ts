/** The goal of a figure. */
export interface Goal {
  readonly kind: 'at most' | 'at least' | 'exactly';
  readonly limit: number;
}

export type Unit = '×' | 'ms' | 'MB' | 'KB' | '%' | '';

/** One row of the table: a figure, its optional goal, and its measurements. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  readonly goal?: Goal;
  /** The measurements behind it, in words. */
  readonly measured: string;
}

/** A row without a figure: the missing measurement, and the reason. */
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

/** Whether a figure, as printed, reaches its goal; undefined without a goal. */
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

/** Formats a number with the digits of its unit. */
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

/** Formats a goal; empty without a goal. */
export function formatGoal({ goal, unit }: Figure): string {
  if (!goal) return '';
  const limit = unit === '×' ? goal.limit.toFixed(2) : String(goal.limit);
  return `${SIGNS[goal.kind]}${limit}${unit === '' ? '' : ` ${unit}`}`;
}

const WORDS = new Map([
  [true, 'yes'],
  [false, 'no'],
]);

/** `yes`, `no`, or empty without a goal. */
export function reachedText(figure: Figure): string {
  const reached = isReached(figure);
  return reached === undefined ? '' : (WORDS.get(reached) ?? '');
}
