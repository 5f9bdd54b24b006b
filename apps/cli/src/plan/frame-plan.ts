import {
  type Author,
  type Check,
  type CommandOf,
  isJudged,
  type JudgeCheck,
  type Shape,
} from '@loopwright/core';
import { limitsOf, type LimitValues, parseCommand, splitNamed } from '@loopwright/core/flags';
import { NO_NAMES, type NamedChecks } from '../config/named-check.ts';
import { CliError } from '../program/cli-error.ts';
import { splitList } from './split-list.ts';

/** The flags that describe a frame. */
export interface PlanFlags extends LimitValues {
  readonly criteria?: readonly string[];
  readonly check?: readonly string[];
  readonly judge?: readonly string[];
  readonly 'judge-model'?: string;
  readonly 'judge-rounds'?: number;
  readonly steps?: readonly string[];
  readonly paths?: readonly string[];
  readonly folder?: string;
  readonly timeout?: number;
  readonly shape?: Shape;
  readonly score?: readonly string[];
}

/** The flags of `start` and `push` that describe the new frame. */
export type PlannedFrame = Pick<
  CommandOf<'push'>,
  'criteria' | 'steps' | 'limits' | 'shape' | 'asked' | 'points'
>;

/** A criterion of a plan, with who asked for it. */
export type PlannedCriterion = NonNullable<PlannedFrame['criteria']>[number];

/**
 * Makes a plan from the flags of an author. A config's check that the user agreed to is the user's, even if Claude
 * names it. Throws `CliError` for a check without a name or a command, for an unknown name, or two of one name.
 */
export function framePlan(
  flags: PlanFlags,
  by: Author = 'claude',
  names: NamedChecks = NO_NAMES,
): PlannedFrame {
  return {
    criteria: plannedCriteria(flags, names).map(({ name, check }) =>
      by === 'user' || (check && names.isAgreed(check))
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

/** The command of a check, or the statement for its judge, without the folder, the paths and the timeout. */
export function askedOf(check: Check): unknown {
  return isJudged(check) ? { judge: check.judge } : check.command;
}

/** Adds the flags for all checks to one check. */
export function plannedCheck(check: Check, flags: PlanFlags): Check {
  const paths = splitPaths(flags.paths);
  return {
    ...check,
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
    ...(flags.folder && { folder: flags.folder }),
    ...(paths.length > 0 && { paths }),
  };
}

/** Adds the flags for all judges to a statement. Throws `CliError` for an impossible number of rounds. */
export function plannedJudge(statement: string, flags: PlanFlags): Check {
  const { 'judge-model': model, 'judge-rounds': rounds } = flags;
  if (rounds === 0) throw wrong('--judge-rounds takes a number above 0.');
  const judge: JudgeCheck = {
    judge: statement,
    ...(model !== undefined && { model }),
    ...(rounds !== undefined && { rounds }),
  };
  return plannedCheck(judge, flags);
}

interface Named {
  readonly name: string;
  readonly check?: Check;
}

function plannedCriteria(flags: PlanFlags, names: NamedChecks): readonly Named[] {
  const planned = new Map<string, Named>();
  for (const name of (flags.criteria ?? []).flatMap(splitList)) planned.set(name, { name });
  for (const one of [
    ...(flags.check ?? []).map((typed) => typedCheck(typed, flags, names)),
    ...(flags.judge ?? []).map((typed) => typedJudge(typed, flags)),
  ]) {
    if (planned.get(one.name)?.check) throw wrong(`Two checks are called "${one.name}".`);
    planned.set(one.name, one);
  }
  return [...planned.values()];
}

function typedCheck(typed: string, flags: PlanFlags, names: NamedChecks): Named {
  const known = typed.includes('=') ? undefined : names.find(typed);
  if (known) return { name: typed.trim(), check: plannedCheck(known, flags) };
  const { name, text } = splitNamed(typed);
  if (name === '' || text === '') throw wrong(`--check takes NAME=COMMAND, not "${typed}".`);
  return { name, check: plannedCheck({ command: parseCommand(text) }, flags) };
}

function typedJudge(typed: string, flags: PlanFlags): Named {
  const { name, text } = splitNamed(typed);
  if (name === '' || text === '') throw wrong(`--judge takes a statement or NAME=STATEMENT, not "${typed}".`);
  return { name, check: plannedJudge(text, flags) };
}

function wrong(message: string): CliError {
  return new CliError({ exit: 'usage', message });
}
