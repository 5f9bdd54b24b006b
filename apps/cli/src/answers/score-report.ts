import { sanitizeLine, type Dimension as AnnouncedDimension } from '@loopwright/core';
import {
  dimensions,
  rubric,
  type Dimension,
  type Given,
  type Level,
  type Part,
  type PlanScore,
} from '@loopwright/scoring';
import type { Ink, Page } from '../terminal/page.ts';
import { type Cell, table } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';

/** Writes a score as a table: the points of each dimension, and the words that earned them. */
export function scoreLines(score: PlanScore, page: Page): string[] {
  const rows = dimensionsOf(score).map(({ name, score: points, because }) => [
    name,
    { text: String(points), ink: INKS[points] ?? 'red' },
    because,
  ]);
  const total: Cell[] = [{ text: 'Total', ink: 'bold' }, { text: `${score.total}/10`, ink: 'bold' }, ''];
  const foreign = score.isEnglish
    ? []
    : ['', `${NOT_ENGLISH} Points that are given with --score count in full.`];
  return [...table([...rows, total], page), ...foreign.flatMap((line) => wrapText(line, page.width))];
}

/** Said of a text whose words the scorer doesn't know. */
export const NOT_ENGLISH = "The text isn't English: only its structure and its checks were scored.";

/** The questions whose answers would raise a score, lowest dimension first. */
export function questionsOf(score: PlanScore, about: readonly Dimension[] = dimensions): string[] {
  return rubric
    .filter(({ dimension }) => about.includes(dimension))
    .toSorted((one, other) => score[one.dimension] - score[other.dimension])
    .flatMap(({ dimension }) => score.hints[dimension] ?? []);
}

/** The dimensions as the start announcement lists them. */
export function dimensionsOf(score: PlanScore): AnnouncedDimension[] {
  return rubric.map(({ dimension, levels }) => ({
    name: dimension.charAt(0).toUpperCase() + dimension.slice(1),
    score: score[dimension],
    because: becauseOf(score, dimension, levels[score[dimension]]),
  }));
}

const INKS: Readonly<Record<number, Ink>> = { 0: 'red', 1: 'yellow', 2: 'green' };

function becauseOf(score: PlanScore, dimension: Dimension, otherwise: string): string {
  const given = score.given[dimension];
  if (given) return givenText({ ...given, own: score.own[dimension], counted: score[dimension] });
  // Words that earned one point of two convince nobody.
  const [part] = score[dimension] === 2 ? score.parts[dimension] : [];
  return part ? sanitizeLine(partText(part), 60) : otherwise;
}

/** Whose points they are, with the reason, and the scorer's own beside them. */
function givenText({ level, isUsers, reason, own, counted }: Given & { own: Level; counted: Level }): string {
  const asked = counted === level ? '' : ` asked for ${level}`;
  return `${isUsers ? 'yours' : "Claude's"}${asked}: ${reason}; the scorer: ${own}`;
}

/** A part of the plan with its kind; words of the spec stand in quotation marks. */
function partText({ from, text }: Part): string {
  return from === 'spec' ? `"${text}"` : `${from} ${text}`;
}
