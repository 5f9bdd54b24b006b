import { countOf, sanitizeLine } from '@loopwright/core';
import { html as svg, type Markup } from '../html/markup.ts';
import { keptOf } from '../model/keep-ends.ts';
import type { CriterionRow, Report, RunReport } from '../model/report-model.ts';
import { MARK } from '../text/mark.ts';
import { CELLS, iterationName } from '../text/signs.ts';

const MAX_RUNS = 12;
const NAME_WIDTH = 300;
const CELL = 24;
const MARGIN = 16;

/**
 * Draws the criteria of each run over its iterations as one SVG document that needs nothing else. Every cell carries
 * a sign and a tooltip, so that it can be read without colours.
 */
export function renderHeatMapSvg({ runs }: Report): string {
  const maps = runs.slice(0, MAX_RUNS).map(mapOf);
  const starts = maps.map((_, index) =>
    maps.slice(0, index).reduce((sum, { height }) => sum + height, MARGIN),
  );
  const width = Math.max(640, ...maps.map((map) => map.width)) + 2 * MARGIN;
  const height = maps.reduce((sum, map) => sum + map.height, 2 * MARGIN);
  const title = runs.length === 1 ? (runs[0]?.headline ?? '') : `Criteria of ${countOf(runs.length, 'run')}`;
  const drawing = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
    <title id="title">${title}</title>
    ${style}
    <rect class="page" width="${width}" height="${height}" />
    ${maps.map((map, index) => svg`<g transform="translate(${MARGIN} ${starts[index] ?? 0})">${map.content}</g> `)}
  </svg>`;
  // XML forbids these two, which HTML allows.
  return `${MARK}\n${String(drawing).replaceAll(/[\ufffe\uffff]/g, '')}\n`;
}

interface Map {
  readonly width: number;
  readonly height: number;
  readonly content: Markup;
}

function mapOf({ headline, frames }: RunReport): Map {
  const [outer] = frames.head;
  const rows = outer?.criteria.rows ?? [];
  const iterations = outer ? keptOf(outer.iterations) : [];
  const heading = svg`<text class="title" y="14">${sanitizeLine(headline, 110)}</text>`;
  if (rows.length === 0)
    return { width: 0, height: 56, content: svg`${heading}<text y="36">This loop has no criteria.</text>` };
  return {
    width: NAME_WIDTH + iterations.length * CELL,
    height: 56 + rows.length * CELL,
    content: svg`${heading}
      ${iterations.map(({ number }, index) => svg`<text class="head" x="${centre(index)}" y="38">${iterationName(number)}</text>`)}
      ${rows.map((row, index) => rowOf(row, 44 + index * CELL))}`,
  };
}

function rowOf({ name, cells }: CriterionRow, y: number): Markup {
  const label = sanitizeLine(name, 40);
  return svg`<text y="${y + 16}">${label}</text>
    ${cells.map(({ state, isNew }, index) => {
      if (state === 'absent') return '';
      const { sign, word } = CELLS[state];
      return svg`<g class="${state}${isNew && ' new'}">
        <title>${label}: ${word}</title>
        <rect x="${NAME_WIDTH + index * CELL + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3" />
        <text class="sign" x="${centre(index)}" y="${y + 17}">${sign}</text>
      </g>`;
    })}`;
}

function centre(index: number): number {
  return NAME_WIDTH + index * CELL + CELL / 2;
}

const style = svg`<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .head { font-size: 10px; }
  .head, .sign { text-anchor: middle; }
  .page { fill: #fff; }
  g > rect { fill: #eaeef2; }
  .proved rect { fill: #aceebb; } .proved.new rect { fill: #4ac26b; }
  .claimed rect { fill: #b6e3ff; }
  .failed rect { fill: #ffcecb; } .failed.new rect { fill: #ff8182; }
  .stale rect, .assumed rect { fill: #fae17d; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; } text { fill: #e6edf3; } g > rect { fill: #30363d; }
    .proved rect { fill: #1b4d2b; } .proved.new rect { fill: #238636; }
    .claimed rect { fill: #0c2d6b; }
    .failed rect { fill: #67060c; } .failed.new rect { fill: #b62324; }
    .stale rect, .assumed rect { fill: #693e00; }
  }
</style>`;
