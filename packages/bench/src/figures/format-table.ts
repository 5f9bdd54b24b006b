import { type Figure, formatGoal, formatValue, reachedText, type Section } from './figure.ts';

const HEAD = ['what', 'figure', 'goal', 'met', 'measured'] as const;

/** Writes the sections as a table for a terminal, all columns of all sections aligned. */
export function formatTable(sections: readonly Section[]): string {
  const rows = sections.map((section) => ({ title: section.title, cells: rowsOf(section) }));
  const all = [[...HEAD], ...rows.flatMap(({ cells }) => cells)];
  const widths = HEAD.map((_, column) => Math.max(...all.map((cells) => (cells[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('  ')}`.trimEnd();
  const body = rows.flatMap(({ title, cells }) => ['', title, ...cells.map(line)]);
  return `${[line(HEAD), ...body].join('\n')}\n`;
}

/** The cells of all rows of a section, in the order of the header; rows without a figure come last. */
export function rowsOf({ figures, unmeasured = [] }: Section): string[][] {
  return [...figures.map(cellsOf), ...unmeasured.map(({ what, why }) => [what, '–', '', '', why])];
}

function cellsOf(figure: Figure): string[] {
  return [
    figure.what,
    formatValue(figure.value, figure.unit),
    formatGoal(figure),
    reachedText(figure),
    figure.measured,
  ];
}

/** Figures are right-aligned, so that their digits line up. */
function pad(cell: string, width: number, column: number): string {
  return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width);
}
