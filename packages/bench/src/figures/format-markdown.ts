import type { Section } from './figure.ts';
import { rowsOf } from './format-table.ts';

/** Writes the sections as one Markdown table, aligned like the workspace's formatter does. */
export function formatMarkdown(sections: readonly Section[]): string {
  const head = ['', 'figure', 'goal', 'met', 'measured'];
  const body = sections.flatMap((section) => [
    [`**${escapeCell(section.title)}**`, '', '', '', ''],
    ...rowsOf(section).map((cells) => cells.map(escapeCell)),
  ]);
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(head), rule, ...body.map(line)].join('\n')}\n`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
