import { arch, cpus, platform, release, totalmem } from 'node:os';

/** The goal of a figure. */
export interface Goal {
  readonly kind: 'at most' | 'exactly';
  readonly limit: number;
}

/** One row of the table: a figure, its optional goal, and the measurements behind it, in words. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | 'KB' | '%' | '';
  readonly goal?: Goal;
  readonly measured: string;
}

/** Rows that belong together. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

const HEAD = ['', 'figure', 'goal', 'met', 'measured'];

function formatNumber(value: number, unit: Figure['unit']): string {
  if (unit === '') return String(value);
  return unit === '×' ? value.toFixed(2) : value.toFixed(1);
}

/** The cells of a row. A goal is met by the figure as printed. */
function cellsOf({ what, value, unit, goal, measured }: Figure): string[] {
  const shown = formatNumber(value, unit);
  const withUnit = (number: string): string => `${number}${unit === '' ? '' : ` ${unit}`}`;
  if (!goal) return [what, withUnit(shown), '', '', measured];
  const { kind, limit } = goal;
  const isMet = kind === 'at most' ? Number(shown) <= limit : Number(shown) === limit;
  const target = `${kind === 'at most' ? '≤ ' : ''}${withUnit(unit === '×' ? limit.toFixed(2) : String(limit))}`;
  return [what, withUnit(shown), target, isMet ? 'yes' : 'no', measured];
}

/** Writes the sections as one Markdown table, aligned as the workspace's formatter does it. */
export function formatMarkdown(sections: readonly Section[]): string {
  const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const body = sections.flatMap(({ title, figures }) => [
    [`**${escape(title)}**`, '', '', '', ''],
    ...figures.map((figure) => cellsOf(figure).map(escape)),
  ]);
  const widths = HEAD.map((_, column) =>
    Math.max(3, ...[HEAD, ...body].map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${[line(HEAD), rule, ...body.map(line)].join('\n')}\n`;
}

/** Describes the class of this machine: enough to compare, without identifying it. */
export function machineHere(): string {
  const system = `${platform()} ${release().split('.').slice(0, 2).join('.')} ${arch()}`;
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${system}, Node ${process.versions.node}`;
}

/** Replaces the text between the bench's marks. Throws unless both marks exist exactly once and in order. */
export function replaceBlock(text: string, block: string): string {
  const [start, end] = ['<!-- bench:start -->', '<!-- bench:end -->'];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from || from !== text.lastIndexOf(start) || to !== text.lastIndexOf(end)) {
    throw new Error(`The page needs the lines ${start} and ${end}, once each and in this order.`);
  }
  return `${text.slice(0, from + start.length)}\n\n${block.trim()}\n\n${text.slice(to)}`;
}

/** The value below which the given share of the samples lies, interpolated. Throws without samples. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('Nothing was measured.');
  const sorted = samples.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}

/** The middle value, which a few outliers don't move. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Formats milliseconds. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
