import type { Cell, CellState, Outcome, Report, RunReport } from '../model/report-model.ts';
import { STANDINGS, type Tone } from '@loopwright/core';

/** The size that services recommend for previews. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/** A colour by its red, green and blue. */
export type Colour = readonly [number, number, number];

/** A box with round corners. */
interface Box {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly colour: Colour;
}

/** A thick line with round ends. */
interface Line {
  readonly kind: 'line';
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly radius: number;
  readonly colour: Colour;
}

/** A part of the picture; later ones lie above earlier ones. */
export type Shape = Box | Line;

const MARGIN = 60;
const SIGN = 300;
const MAX_ROWS = 12;
const MAX_COLUMNS = 24;
const MAX_CELL = 84;
const RADIUS = 0.14;

const TONES: Readonly<Record<Tone, Colour>> = {
  plain: [87, 93, 102],
  good: [18, 121, 90],
  said: [31, 95, 168],
  rest: [125, 82, 0],
  bad: [168, 50, 26],
  quiet: [87, 93, 102],
};

const NEUTRAL: Colour = [225, 226, 221];
const CELLS: Readonly<Record<CellState, readonly [colour: Colour, newColour: Colour] | undefined>> = {
  proved: [
    [122, 200, 168],
    [18, 121, 90],
  ],
  claimed: [
    [168, 200, 240],
    [168, 200, 240],
  ],
  failed: [
    [242, 178, 162],
    [184, 58, 31],
  ],
  stale: [
    [244, 205, 126],
    [244, 205, 126],
  ],
  assumed: [
    [244, 205, 126],
    [244, 205, 126],
  ],
  unchecked: [NEUTRAL, NEUTRAL],
  unmet: [NEUTRAL, NEUTRAL],
  absent: undefined,
};

/**
 * Draws a report for previews of links: the sign of the ending, and the criteria over the iterations. It has no words:
 * title and description of the page stand beside it.
 */
export function previewShapes({ runs }: Report): readonly Shape[] {
  const [first] = runs;
  const rows = runs.length > 1 ? runs.map(lastCells) : first ? rowsOf(first) : [];
  const shown = rows.slice(0, MAX_ROWS).map((cells) => cells.slice(-MAX_COLUMNS));
  const columns = Math.max(0, ...shown.map((cells) => cells.length));
  const isAlone = columns === 0;
  return [
    {
      kind: 'box',
      x: 0,
      y: 0,
      width: PREVIEW_WIDTH,
      height: PREVIEW_HEIGHT,
      radius: 0,
      colour: [251, 251, 249],
    },
    ...signShapes(outcomeOf(runs), isAlone ? PREVIEW_WIDTH / 2 : MARGIN + SIGN / 2),
    ...(isAlone ? [] : mapShapes(shown, columns)),
  ];
}

/** Several runs share a sign only where all ended the same way. */
function outcomeOf(runs: readonly RunReport[]): Outcome['kind'] {
  const kinds = new Set(runs.map(({ outcome }) => outcome.kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? kind : 'draft';
}

function rowsOf({ frames }: RunReport): readonly (readonly Cell[])[] {
  return frames.head[0]?.criteria.rows.map(({ cells }) => cells) ?? [];
}

/** The criteria of a run as they stood last. */
function lastCells(run: RunReport): readonly Cell[] {
  return rowsOf(run).flatMap((cells) => cells.at(-1) ?? []);
}

function mapShapes(rows: readonly (readonly Cell[])[], columns: number): readonly Shape[] {
  const left = MARGIN + SIGN + MARGIN;
  const width = PREVIEW_WIDTH - left - MARGIN;
  const height = PREVIEW_HEIGHT - 2 * MARGIN;
  const step = Math.min(MAX_CELL, width / columns, height / rows.length);
  const gap = Math.max(2, step * 0.08);
  const top = (PREVIEW_HEIGHT - step * rows.length) / 2;
  const start = left + (width - step * columns) / 2;
  return rows.flatMap((cells, row) =>
    cells.flatMap(({ state, isNew }, column): readonly Shape[] => {
      const colours = CELLS[state];
      if (!colours) return [];
      return [
        {
          kind: 'box',
          x: start + column * step,
          y: top + row * step,
          width: step - gap,
          height: step - gap,
          radius: step * RADIUS,
          colour: colours[isNew ? 1 : 0],
        },
      ];
    }),
  );
}

type Stroke = readonly [x1: number, y1: number, x2: number, y2: number];

const TICK: readonly Stroke[] = [
  [-0.24, 0.02, -0.07, 0.2],
  [-0.07, 0.2, 0.26, -0.18],
];
const CROSS: readonly Stroke[] = [
  [-0.2, -0.2, 0.2, 0.2],
  [-0.2, 0.2, 0.2, -0.2],
];
const PAUSE: readonly Stroke[] = [
  [-0.11, -0.2, -0.11, 0.2],
  [0.11, -0.2, 0.11, 0.2],
];
const DASH: readonly Stroke[] = [[-0.2, 0, 0.2, 0]];
const ARROW: readonly Stroke[] = [
  [-0.22, 0, 0.2, 0],
  [0.04, -0.16, 0.2, 0],
  [0.04, 0.16, 0.2, 0],
];
const QUOTE: readonly Stroke[] = [
  [-0.12, -0.14, -0.18, 0.1],
  [0.16, -0.14, 0.1, 0.1],
];

const SIGNS: Readonly<Record<Outcome['kind'], readonly Stroke[]>> = {
  verified: TICK,
  claimed: QUOTE,
  'gave-up': DASH,
  stuck: CROSS,
  paused: PAUSE,
  cancelled: DASH,
  aborted: CROSS,
  overridden: PAUSE,
  active: ARROW,
  draft: DASH,
};

/** A disc with the sign of an ending on it. */
function signShapes(kind: Outcome['kind'], x: number): readonly Shape[] {
  const y = PREVIEW_HEIGHT / 2;
  const colour = TONES[STANDINGS[kind].tone];
  const point = (dx: number, dy: number): readonly [number, number] => [x + dx * SIGN, y + dy * SIGN];
  return [
    { kind: 'line', from: [x, y], to: [x, y], radius: SIGN / 2, colour },
    ...SIGNS[kind].map(([x1, y1, x2, y2]): Shape => ({
      kind: 'line',
      from: point(x1, y1),
      to: point(x2, y2),
      radius: SIGN * 0.055,
      colour: [255, 255, 255],
    })),
  ];
}
