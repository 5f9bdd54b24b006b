/** A line of a diff: kept, added or removed. `line` is its number now; removed lines have none. */
export interface DiffLine {
  readonly kind: ' ' | '+' | '-';
  readonly line: number | undefined;
  readonly text: string;
}

type Step = readonly [kind: DiffLine['kind'], text: string];

/** Above this product of both lengths, the middle is compared without looking ahead. */
const MAX_CELLS = 4_000_000;

/**
 * Compares two texts line by line.
 *
 * @example diffLines(['a', 'b'], ['a', 'c']).map(({ kind, text }) => kind + text) // [' a', '-b', '+c']
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (lines: readonly string[]): Step[] => lines.map((text) => [' ', text]);
  const steps = [
    ...same(after.slice(0, head)),
    ...compare(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(after.slice(after.length - tail)),
  ];
  let line = 0;
  return steps.map(([kind, text]) => ({ kind, line: kind === '-' ? undefined : (line += 1), text }));
}

/** The longest common subsequence gives the unchanged lines. */
function compare(before: readonly string[], after: readonly string[]): Step[] {
  const [rows, columns] = [before.length, after.length];
  const isSmall = rows * columns <= MAX_CELLS;
  /** How many lines are in common from this row and column on. */
  const common = new Uint32Array(isSmall ? (rows + 1) * (columns + 1) : 0);
  const at = (row: number, column: number): number => common[row * (columns + 1) + column] ?? 0;
  for (let row = isSmall ? rows - 1 : -1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      common[row * (columns + 1) + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const steps: Step[] = [];
  for (let row = 0, column = 0; row < rows || column < columns;) {
    const [old = '', next = ''] = [before[row], after[column]];
    const isKept = row < rows && column < columns && old === next;
    const isRemoved =
      !isKept && (column >= columns || (row < rows && at(row + 1, column) >= at(row, column + 1)));
    steps.push(isKept ? [' ', next] : isRemoved ? ['-', old] : ['+', next]);
    if (isKept || isRemoved) row += 1;
    if (!isRemoved) column += 1;
  }
  return steps;
}
