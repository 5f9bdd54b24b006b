/** A line of a diff: kept, added or removed. `line` is its number now; removed lines have none. */
export interface DiffLine {
  readonly kind: ' ' | '+' | '-';
  readonly line: number | undefined;
  readonly text: string;
}

/** Above this product of both lengths, the middle counts as replaced as a whole. */
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
  const middle = compareMiddle(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  let line = 0;
  const lines: DiffLine[] = [];
  const add = (kind: DiffLine['kind'], text: string): void => {
    if (kind !== '-') line += 1;
    lines.push({ kind, line: kind === '-' ? undefined : line, text });
  };
  for (const text of after.slice(0, head)) add(' ', text);
  for (const [kind, text] of middle) add(kind, text);
  for (const text of after.slice(after.length - tail)) add(' ', text);
  return lines;
}

type Step = readonly [kind: DiffLine['kind'], text: string];

/** The longest common subsequence gives the unchanged lines. */
function compareMiddle(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > MAX_CELLS) {
    return [...before.map((text) => ['-', text] as const), ...after.map((text) => ['+', text] as const)];
  }
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const steps: Step[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old = '', next = ''] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === next) {
      steps.push([' ', next]);
      row += 1;
      column += 1;
    } else if (
      column >= after.length ||
      (row < before.length && at(row + 1, column) >= at(row, column + 1))
    ) {
      steps.push(['-', old]);
      row += 1;
    } else {
      steps.push(['+', next]);
      column += 1;
    }
  }
  return steps;
}
