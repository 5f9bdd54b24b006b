import { isDeepStrictEqual } from 'node:util';
import { type Author, type Check, type CommandOf, given, isJudged } from '@loopwright/core';
import { type frameFlags, limitsOf, parseCommand, splitNamed, type ValuesOf } from '@loopwright/core/flags';
import type { NamedChecks } from '../config/named-check.ts';
import { usageError } from '../program/cli-error.ts';
import { splitList } from './plan-in-text.ts';

/** The flags that describe a frame. */
export type PlanFlags = ValuesOf<typeof frameFlags>;

/** The flags of `start` and `push` that describe the new frame. */
export type PlannedFrame = Pick<
  CommandOf<'push'>,
  'criteria' | 'offered' | 'steps' | 'limits' | 'shape' | 'asked' | 'points'
>;

/** A criterion of a plan, with who asked for it. */
export type PlannedCriterion = NonNullable<PlannedFrame['criteria']>[number];

/**
 * Makes a plan from the flags of an author. A config's check that the user agreed to is the user's, even if Claude
 * names it. Throws `CliError` for a check without a name or a command, for an unknown name, or two of one name.
 */
export function framePlan(flags: PlanFlags, by: Author = 'claude', names?: NamedChecks): PlannedFrame {
  return {
    criteria: plannedCriteria(flags, names).map(({ name, check }) =>
      by === 'user' || (check && names?.isAgreed(check))
        ? { name, by: 'user', ...(check && { check: { ...check, by: 'user' } }) }
        : { name, ...(check && { check }) },
    ),
    steps: (flags.steps ?? []).flatMap(splitList),
    limits: limitsOf(flags),
    ...(flags.shape && { shape: flags.shape }),
  };
}

/** Returns the command that resumes a run and raises its limits, as the user asked for it. */
export function resumeCommand(flags: PlanFlags, at: number): CommandOf<'resume'> {
  const add = limitsOf(flags);
  const keys = [...Object.keys(add), ...(flags.shape ? ['shape'] : [])];
  return {
    type: 'resume',
    at,
    ...(Object.keys(add).length > 0 && { add }),
    ...(flags.shape && { shape: flags.shape }),
    ...(keys.length > 0 && { asked: Object.fromEntries(keys.map((key) => [key, 'user'])) }),
  };
}

/** The paths that were typed, with commas or one by one. */
export function splitPaths(typed: readonly string[] = []): string[] {
  return typed.flatMap((list) => list.split(',')).flatMap((path) => path.trim() || []);
}

/** True for checks with one command, or one statement for a judge, whatever their folder, paths and timeout. */
export function isSameCheck(one: Check | undefined, other: Check | undefined): boolean {
  const [first, second] = [one, other].map((check) =>
    isJudged(check) ? { judge: check.judge } : check?.command,
  );
  return isDeepStrictEqual(first, second);
}

/** Adds the flags for all checks to one check. */
export function plannedCheck(check: Check, { timeout, folder, paths }: PlanFlags): Check {
  const split = splitPaths(paths);
  const place = { folder: folder || undefined, paths: split.length > 0 ? split : undefined };
  return { ...check, ...given({ timeoutMs: timeout, ...place }) };
}

/** Adds the flags for all judges to a statement. Throws `CliError` for an impossible number of rounds. */
export function plannedJudge(judge: string, flags: PlanFlags): Check {
  const { 'judge-model': model, 'judge-rounds': rounds } = flags;
  if (rounds === 0) throw usageError('--judge-rounds takes a number above 0.');
  return plannedCheck({ judge, ...given({ model, rounds }) }, flags);
}

function plannedCriteria(flags: PlanFlags, names?: NamedChecks): readonly PlannedCriterion[] {
  const planned = new Map<string, PlannedCriterion>();
  for (const name of (flags.criteria ?? []).flatMap(splitList)) planned.set(name, { name });
  for (const one of [
    ...(flags.check ?? []).map((typed) => typedCheck(typed, flags, names)),
    ...(flags.judge ?? []).map((typed) => typedJudge(typed, flags)),
  ]) {
    if (planned.get(one.name)?.check) throw usageError(`Two checks are called "${one.name}".`);
    planned.set(one.name, one);
  }
  return [...planned.values()];
}

function typedCheck(typed: string, flags: PlanFlags, names?: NamedChecks): PlannedCriterion {
  const known = typed.includes('=') ? undefined : names?.find(typed);
  if (known) return { name: typed.trim(), check: plannedCheck(known, flags) };
  const { name, text } = splitNamed(typed);
  if (name === '' || text === '') throw usageError(`--check takes NAME=COMMAND, not "${typed}".`);
  return { name, check: plannedCheck({ command: parseCommand(text) }, flags) };
}

function typedJudge(typed: string, flags: PlanFlags): PlannedCriterion {
  const { name, text } = splitNamed(typed);
  if (name === '' || text === '')
    throw usageError(`--judge takes a statement or NAME=STATEMENT, not "${typed}".`);
  return { name, check: plannedJudge(text, flags) };
}
