import { arch, cpus, platform, release, totalmem } from 'node:os';
import before from '../before.json' with { type: 'json' };

const BEFORE_DAY = before.day;
/** The figures of an earlier day, by what they measure. */
const BEFORE: Readonly<Record<string, number>> = before.figures;

/** What takes longer than a run of the bench may. */
const LONGER_RUNS = `## Longer runs

${before.longer.join('\n')}`;

/** The goal of a figure. */
export interface Goal {
  readonly kind: 'at most' | 'at least' | 'exactly';
  readonly limit: number;
}

/** One line of the page: a figure, its optional goal, and the measurements behind it, in words. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 's' | 'MB' | 'KB' | '%' | '';
  readonly goal?: Goal;
  readonly measured: string;
}

/** Figures that one command measures. */
export interface Section {
  readonly title: string;
  readonly command: string;
  readonly figures: readonly Figure[];
  /** Why there are no figures. */
  readonly missing?: string;
}

function formatNumber(value: number, unit: Figure['unit']): string {
  const shown = unit === '×' ? value.toFixed(2) : unit === '' ? value.toLocaleString('en') : value.toFixed(1);
  return `${shown}${unit && ` ${unit}`}`;
}

const SIGNS = { 'at most': '≤ ', 'at least': '≥ ', exactly: '' } as const;

/** A goal is met by the figure as printed. */
function meetsGoal({ value, unit, goal }: Figure): boolean {
  const shown = unit === '' ? value : Number(value.toFixed(unit === '×' ? 2 : 1));
  if (!goal || shown === goal.limit) return true;
  return goal.kind === 'at most' ? shown < goal.limit : goal.kind === 'at least' && shown > goal.limit;
}

function lineOf(figure: Figure): string {
  const { what, value, unit, goal, measured } = figure;
  const limit = goal && `${SIGNS[goal.kind]}${goal.limit.toLocaleString('en')}${unit && ` ${unit}`}`;
  const target = limit === undefined ? '' : `, goal ${limit} ${meetsGoal(figure) ? 'met' : '**missed**'}`;
  const before = what in BEFORE ? `, before ${formatNumber(BEFORE[what] ?? 0, unit)}` : '';
  return `- ${what}: **${formatNumber(value, unit)}**${target}${before} (${measured})`;
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

/** Writes the page of figures: each section with its command, each figure with its goal. */
export function formatPage(sections: readonly Section[], { isQuick = false, isWhole = true } = {}): string {
  const goals = sections.flatMap(({ figures }) => figures.filter(({ goal }) => goal));
  const missed = goals.filter((figure) => !meetsGoal(figure)).map(({ what }) => what);
  const parts = sections.map(({ title, command, figures, missing }) => [
    `## ${title}`,
    `\`${command}\`${missing === undefined ? '' : `\n\nNot measured here: ${missing}`}`,
    figures.map((figure) => oneLine(lineOf(figure))).join('\n'),
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const met = `${goals.length - missed.length} of ${goals.length} goals are met.`;
  return `${[
    '# Figures',
    `${isQuick ? 'A quick run' : 'One run'} on ${day}: ${machineHere()}. Times are medians of processes that take turns. “Before” is ${BEFORE_DAY}.`,
    missed.length === 0 ? goals.length > 0 && met : `${met} Missed: ${missed.join('; ')}.`,
    ...parts.flat(),
    isWhole ? LONGER_RUNS : '',
  ]
    .filter(Boolean)
    .join('\n\n')
    .trim()}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}

/** Describes the class of this machine: enough to compare, without identifying it. */
function machineHere(): string {
  const system = `${platform()} ${release().split('.').slice(0, 2).join('.')} ${arch()}`;
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${system}, Node ${process.versions.node}`;
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
