import { sanitizeLine, type Dimension as AnnouncedDimension } from '@loopwright/core';
import { rubric, shapeForSpec, type Dimension, type SpecScore } from '@loopwright/scoring';
import type { ScoreJson } from './schemas.ts';
import type { Page } from '../terminal/page.ts';
import type { Ink } from '../terminal/paint.ts';
import { table } from '../terminal/table.ts';

/** Gives a score as data. */
export function scoreJson(score: SpecScore): ScoreJson {
  const dimensions = Object.fromEntries(
    rubric.map(({ dimension }) => [
      dimension,
      {
        score: score[dimension],
        words: score.evidence[dimension].map(({ text }) => text),
        hint: score.hints[dimension] ?? null,
      },
    ]),
  ) as ScoreJson['dimensions'];
  return { total: score.total, shape: shapeForSpec(score.total), dimensions, truncated: score.truncated };
}

/** Writes a score as a table: the points of each dimension, and the words that earned them. */
export function scoreLines(score: SpecScore, page: Page): string[] {
  const rows = dimensionsOf(score).map(({ name, score: points, because }) => [
    name,
    { text: String(points), ink: INKS[points] ?? 'red' },
    because,
  ]);
  return table(
    [...rows, [{ text: 'Total', ink: 'bold' }, { text: `${score.total}/10`, ink: 'bold' }, '']],
    page,
  );
}

/** The questions whose answers would raise a score, lowest dimension first. */
export function questionsOf(score: SpecScore): string[] {
  return rubric
    .toSorted((one, other) => score[one.dimension] - score[other.dimension])
    .flatMap(({ dimension }) => score.hints[dimension] ?? []);
}

/** The dimensions as the start announcement lists them. */
export function dimensionsOf(score: SpecScore): AnnouncedDimension[] {
  return rubric.map(({ dimension, levels }) => ({
    name: dimension.charAt(0).toUpperCase() + dimension.slice(1),
    score: score[dimension],
    because: becauseOf(score, dimension, levels[score[dimension]]),
  }));
}

const INKS: Readonly<Record<number, Ink>> = { 0: 'red', 1: 'yellow', 2: 'green' };

function becauseOf(score: SpecScore, dimension: Dimension, otherwise: string): string {
  const quotes = score.evidence[dimension].slice(0, 3).map(({ text }) => `"${sanitizeLine(text, 60)}"`);
  return quotes.length > 0 ? quotes.join(', ') : otherwise;
}
