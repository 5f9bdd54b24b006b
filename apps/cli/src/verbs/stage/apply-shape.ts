import { isDeepStrictEqual } from 'node:util';
import { type Amendment, type Author, type Command, type Frame, isJudged } from '@loopwright/core';
import type { ShapeProblem, WorkShape } from './parse-shape.ts';

/** The commands that put a shape's criteria on record, or what of it contradicts the record. */
export type AppliedShape =
  | { readonly ok: true; readonly commands: readonly Command[] }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

/**
 * Gives what turns a shape into criteria of a frame. Criteria that are there stay; one that a command proves already
 * can't get another one, for that would be the shortest way to be done.
 */
export function applyShape({ criteria }: Frame, shape: WorkShape, at: number, author: Author): AppliedShape {
  const by = author === 'user' ? ({ by: author } as const) : undefined;
  const problems: ShapeProblem[] = [];
  const commands = shape.criteria.flatMap(({ name, command }): Command[] => {
    const known = criteria.find((one) => one.name === name);
    const added: Command = {
      type: 'criterion',
      at,
      action: 'add',
      name,
      ...by,
      ...(command !== undefined && { check: { command, ...by } }),
    };
    if (!known) return [added];
    if (command === undefined) return [];
    if (!known.check) return [added];
    if (isJudged(known.check) || !isDeepStrictEqual(known.check.command, command)) {
      problems.push({ code: 'other-check', line: 1, about: name });
    }
    return [];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, commands };
}

/** The attempts of a refused shape to change a check, each once on record. */
export function refusedChecks(
  { amendments = [] }: Frame,
  problems: readonly ShapeProblem[],
  at: number,
): readonly Amendment[] {
  const tried = problems.filter(({ code }) => code === 'other-check').map(({ about }) => about);
  const isKnown = (name: string): boolean =>
    amendments.some(({ subject, reason }) => subject === name && reason === SHAPE_REASON);
  return tried
    .filter((name) => !isKnown(name))
    .map((subject) => ({ at, what: 'replaced', subject, reason: SHAPE_REASON, isRefused: true }));
}

/** The prohibitions that a new shape drops, or whose check it changes. */
export function droppedProhibitions(
  { workflow }: Frame,
  { mustNot }: WorkShape,
  at: number,
): readonly Amendment[] {
  const checkOf = (index: number): unknown =>
    workflow?.mustNotChecks?.find(({ entry }) => entry === index + 1)?.command;
  const dropped = (workflow?.mustNot ?? []).filter((name, index) => {
    const kept = mustNot.find((one) => one.name === name);
    const check = checkOf(index);
    return !kept || (check !== undefined && !isDeepStrictEqual(check, kept.command));
  });
  return dropped.map((name) => ({ at, what: 'removed', subject: `mustNot: ${name}`, reason: SHAPE_REASON }));
}

const SHAPE_REASON = 'SHAPE.md';
