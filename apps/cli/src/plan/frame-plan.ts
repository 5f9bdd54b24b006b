import type { Author, Check, CommandOf, JudgeCheck, Shape } from '@loopwright/core';
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
  const criteria = plannedCriteria(flags, names);
  const isUsers = ({ check }: PlannedCriterion): boolean =>
    by === 'user' || (check !== undefined && names.isAgreed(check));
  return {
    criteria: criteria.map((one) => (isUsers(one) ? asUsers(one) : one)),
    steps: (flags.steps ?? []).flatMap(splitList),
    limits: limitsOf(flags),
    ...(flags.shape && { shape: flags.shape }),
  };
}

function asUsers({ name, check }: PlannedCriterion): PlannedCriterion {
  return { name, by: 'user', ...(check && { check: { ...check, by: 'user' } }) };
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

/** True for a resume that does more than let a run go on, so that one that is going on needs it too. */
export function isExtension({ add, shape }: CommandOf<'resume'>): boolean {
  return add !== undefined || shape !== undefined;
}

/** The paths that were typed, with commas or one by one. */
export function splitPaths(typed: readonly string[] = []): string[] {
  return typed.flatMap((list) => list.split(',')).flatMap((path) => path.trim() || []);
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
  if (rounds === 0) throw new CliError({ exit: 'usage', message: '--judge-rounds takes a number above 0.' });
  const judge: JudgeCheck = {
    judge: statement,
    ...(model !== undefined && { model }),
    ...(rounds !== undefined && { rounds }),
  };
  return plannedCheck(judge, flags);
}

/** A check as it was typed; `check` is undefined without a command. */
function parsedCheck(typed: string): { readonly name: string; readonly check: Check | undefined } {
  const { name, text } = splitNamed(typed);
  return { name, check: text === '' ? undefined : { command: parseCommand(text) } };
}

function plannedCriteria(flags: PlanFlags, names: NamedChecks): PlannedCriterion[] {
  const planned = new Map<string, { name: string; check?: Check }>();
  for (const name of (flags.criteria ?? []).flatMap(splitList)) planned.set(name, { name });
  for (const typed of flags.check ?? []) {
    const found = typed.includes('=') ? undefined : names.find(typed);
    const { name, check } = found ? { name: typed.trim(), check: found } : parsedCheck(typed);
    if (name === '' || check === undefined) {
      throw new CliError({ exit: 'usage', message: `--check takes NAME=COMMAND, not "${typed}".` });
    }
    if (planned.get(name)?.check) {
      throw new CliError({ exit: 'usage', message: `Two checks are called "${name}".` });
    }
    planned.set(name, { name, check: plannedCheck(check, flags) });
  }
  for (const typed of flags.judge ?? []) {
    const { name, text } = splitNamed(typed);
    if (name === '' || text === '') {
      throw new CliError({
        exit: 'usage',
        message: `--judge takes a statement or NAME=STATEMENT, not "${typed}".`,
      });
    }
    if (planned.get(name)?.check) {
      throw new CliError({ exit: 'usage', message: `Two checks are called "${name}".` });
    }
    planned.set(name, { name, check: plannedJudge(text, flags) });
  }
  return [...planned.values()];
}
