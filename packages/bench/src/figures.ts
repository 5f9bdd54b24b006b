import { arch, cpus, platform, release, totalmem } from 'node:os';

/** The goal of a figure. */
export interface Goal {
  readonly kind: 'at most' | 'exactly';
  readonly limit: number;
}

/** One line of the page: a figure, its optional goal, and the measurements behind it, in words. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | 'KB' | '%' | '';
  readonly goal?: Goal;
  readonly measured: string;
}

/** Figures that belong together. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

function formatNumber(value: number, unit: Figure['unit']): string {
  if (unit === '') return String(value);
  return unit === '×' ? value.toFixed(2) : value.toFixed(1);
}

/** The line of a figure. A goal is met by the figure as printed. */
function lineOf({ what, value, unit, goal, measured }: Figure): string {
  const shown = formatNumber(value, unit);
  const withUnit = (number: string): string => `${number}${unit === '' ? '' : ` ${unit}`}`;
  const start = `- ${what}: **${withUnit(shown)}**`;
  if (!goal) return `${start} (${measured})`;
  const { kind, limit } = goal;
  const isMet = kind === 'at most' ? Number(shown) <= limit : Number(shown) === limit;
  const target = `${kind === 'at most' ? '≤ ' : ''}${withUnit(unit === '×' ? limit.toFixed(2) : String(limit))}`;
  return `${start}, goal ${target}${isMet ? '' : ' **missed**'} (${measured})`;
}

/** The share of wrong ones, with some of their names. The limit is in per cent. */
export function shareFigure(what: string, wrong: readonly string[], of: number, limit = 0): Figure {
  const names = wrong.slice(0, 5).join('; ');
  const more = wrong.length > 5 ? `, and ${wrong.length - 5} more` : '';
  return {
    what,
    value: of === 0 ? 0 : (100 * wrong.length) / of,
    unit: '%',
    goal: { kind: limit === 0 ? 'exactly' : 'at most', limit },
    measured: `${wrong.length} of ${of}${names && ` (${names}${more})`}`,
  };
}

/** Writes each section as a Markdown list under its title. */
export function formatMarkdown(sections: readonly Section[]): string {
  const oneLine = (text: string): string => text.replaceAll('\n', ' ');
  return sections
    .map(({ title, figures }) =>
      [`### ${oneLine(title)}`, '', ...figures.map((figure) => oneLine(lineOf(figure))), ''].join('\n'),
    )
    .join('\n');
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
