import { isDeepStrictEqual } from 'node:util';
import { type Command, type Frame, isJudged } from '@loopwright/core';
import type { ShapeProblem, WorkShape } from './parse-shape.ts';

/** The commands that put a shape's criteria on record, or what of it contradicts the record. */
export type AppliedShape =
  | { readonly ok: true; readonly commands: readonly Command[] }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

/**
 * Gives what turns a shape into criteria of a frame. Criteria that are there stay; one that a command proves already
 * can't get another one, for that would be the shortest way to be done.
 */
export function applyShape({ criteria }: Frame, shape: WorkShape, at: number): AppliedShape {
  const problems: ShapeProblem[] = [];
  const commands = shape.criteria.flatMap(({ name, command }): Command[] => {
    const known = criteria.find((one) => one.name === name);
    const added: Command = {
      type: 'criterion',
      at,
      action: 'add',
      name,
      ...(command !== undefined && { check: { command } }),
    };
    if (!known) return [added];
    if (command === undefined) return [];
    if (!known.check) return [{ type: 'criterion', at, action: 'remove', name }, added];
    if (isJudged(known.check) || !isDeepStrictEqual(known.check.command, command)) {
      problems.push({ code: 'other-check', line: 1, about: name });
    }
    return [];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, commands };
}
