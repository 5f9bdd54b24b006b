/** A line of a file: unchanged, added or removed. `line` is its number now; removed lines have none. */
export interface MarkedLine {
  readonly kind: ' ' | '+' | '-';
  readonly line: number | undefined;
  readonly text: string;
}

/** Above this product of both lengths, the middle is compared without looking ahead. */
const MAX_CELLS = 4_000_000;

/** The lines of a text; undefined for bytes that are no text. */
export function textLines(bytes: Uint8Array | undefined): string[] | undefined {
  if (!bytes || bytes.includes(0)) return undefined;
  const lines = Buffer.from(bytes)
    .toString()
    .split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Compares two texts line by line. The longest common subsequence gives the unchanged ones.
 *
 * @example diffLines(['a', 'b'], ['a', 'c']).map(({ kind, text }) => kind + text) // [' a', '-b', '+c']
 */
export function diffLines(before: readonly string[], after: readonly string[]): MarkedLine[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const was = before.slice(head, before.length - tail);
  const now = after.slice(head, after.length - tail);
  const width = now.length + 1;
  const isSmall = was.length * now.length <= MAX_CELLS;
  /** How many lines are in common from a row and a column on. */
  const common = new Uint32Array(isSmall ? (was.length + 1) * width : 0);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = isSmall ? was.length - 1 : -1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        was[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const steps: (readonly [kind: MarkedLine['kind'], text: string])[] = [];
  for (let row = 0, column = 0; row < was.length || column < now.length;) {
    const [old = '', text = ''] = [was[row], now[column]];
    const isKept = row < was.length && column < now.length && old === text;
    const isRemoved =
      column >= now.length || (row < was.length && at(row + 1, column) >= at(row, column + 1));
    steps.push(isKept ? [' ', text] : isRemoved ? ['-', old] : ['+', text]);
    if (isKept || isRemoved) row += 1;
    if (isKept || !isRemoved) column += 1;
  }
  const same = (lines: readonly string[]) => lines.map((text) => [' ', text] as const);
  let line = 0;
  return [...same(after.slice(0, head)), ...steps, ...same(after.slice(after.length - tail))].map(
    ([kind, text]) => ({ kind, line: kind === '-' ? undefined : (line += 1), text }),
  );
}
